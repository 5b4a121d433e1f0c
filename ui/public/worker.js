// Shows what the service tells this browser while no page is open. It keeps nothing and answers no request of a page.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const ownAddress = (path) => {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin)
}
const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const isAt = (client, url) => new URL(client.url).pathname === url.pathname

/** Whether the reader has muted the session of a page in this browser. */
const isMuted = async ({ pathname }) => {
  const stored = await caches.match('/muted', { cacheName: 'switchyard' })
  const ids = stored === undefined ? [] : await stored.json()
  return ids.some((id) => pathname === `/sessions/${encodeURIComponent(id)}`)
}

const show = async (notice) => {
  const url = ownAddress(notice.url)
  // Nobody is told of what is before his eyes.
  const seen = notice.url !== undefined && (await windows()).some((client) => client.focused && isAt(client, url))
  if (seen) return
  // A browser takes pushing from those who show nothing: it is shown, without a sound. What cannot be read mutes nobody.
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
  // A page that is not ours yet cannot be led elsewhere.
  const led = await any?.navigate(url.href).catch(() => null)
  return led ? led.focus() : self.clients.openWindow(url.href)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(ownAddress(event.notification.data?.url)))
})
