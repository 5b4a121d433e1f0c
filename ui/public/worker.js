// Shows the notifications that the service pushes while no page is open. It stores nothing and handles no request of a page.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const ownAddress = (path) => {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin)
}
const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const isAt = (client, url) => new URL(client.url).pathname === url.pathname

/** Returns whether the user has muted the session of a page in this browser. */
const isMuted = async ({ pathname }) => {
  const stored = await caches.match('/muted', { cacheName: 'switchyard' })
  const ids = stored === undefined ? [] : await stored.json()
  return ids.some((id) => pathname === `/sessions/${encodeURIComponent(id)}`)
}

const show = async (notice) => {
  const url = ownAddress(notice.url)
  // Skip what is already visible in a focused window.
  const seen = notice.url !== undefined && (await windows()).some((client) => client.focused && isAt(client, url))
  if (seen) return
  // A browser may revoke push for a worker that shows nothing, so a muted session is shown without a sound. If the list cannot
  // be read, nothing is muted.
  const silent = await isMuted(url).catch(() => false)
  await self.registration.showNotification(String(notice.title ?? 'Switchyard'), {
    body: String(notice.body ?? ''),
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: { url: url.href },
    silent,
    ...(typeof notice.tag === 'string' ? { tag: notice.tag, renotify: !silent } : {}),
  })
}

const read = (message) => {
  try {
    return message?.json() ?? {}
  } catch {
    return {}
  }
}
self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))

const lead = async (url) => {
  const pages = await windows()
  const there = pages.find((client) => isAt(client, url))
  if (there !== undefined) return there.focus()
  const [any] = pages
  // A page that this worker does not control cannot be navigated.
  const led = await any?.navigate(url.href).catch(() => null)
  return led ? led.focus() : self.clients.openWindow(url.href)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(ownAddress(event.notification.data?.url)))
})
