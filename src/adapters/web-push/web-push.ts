import type { PushPort } from '../../commands/ports/push.js'

// Push services require a contact address. A service on a user's own machine has none.
const SUBJECT = 'mailto:switchyard@example.com'
/** Lifetime of a message. A device that is offline for longer shows the news in the dashboard. */
const KEEP_SECONDS = 6 * 3600

// Loaded on first use: most processes never need it.
const load = async () => (await import('web-push')).default

/** The port for messages to browsers: encrypted for the device (RFC 8291), signed for its push service (RFC 8292). */
export const webPush: PushPort = {
  makeKeys: async () => (await load()).generateVAPIDKeys(),
  seal: async (keys, { endpoint, keys: own }, text) => {
    const library = await load()
    const details = library.generateRequestDetails({ endpoint, keys: { ...own } }, text, {
      vapidDetails: { subject: SUBJECT, ...keys },
      TTL: KEEP_SECONDS,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    })
    const headers = Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    return { url: details.endpoint, headers: Object.fromEntries(headers), body: details.body ?? Buffer.alloc(0) }
  },
}
