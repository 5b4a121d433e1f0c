import type { PushPort } from '../../commands/ports/push.js'

// Push services want to know whom to write to; there is nobody to write to behind a service on somebody's own machine.
const SUBJECT = 'mailto:switchyard@example.com'
/** A device that is off for longer learns of it in the dashboard. */
const KEEP_SECONDS = 6 * 3600

// Loaded when somebody wants it: nearly no start does.
const load = async () => (await import('web-push')).default

/** Messages to browsers: encrypted for the device (RFC 8291), signed for its push service (RFC 8292). */
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
