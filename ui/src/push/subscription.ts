import { call } from '../api/call.js'
import { knownWorker, startWorker } from './worker.js'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const sameBytes = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, index) => byte === b[index])

const serviceKey = async (): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf((await call('GET /api/push/vapid-public-key')).publicKey)

/** Whether this browser is told of alerts by this service; a subscription with another service's key is none. */
export async function isSubscribed(): Promise<boolean> {
  const subscription = await (await knownWorker())?.pushManager.getSubscription()
  return subscription != null && sameBytes(subscription.options.applicationServerKey, await serviceKey())
}

/** The reader has said no, or the browser says it for him. */
export class NotAllowed extends Error {}

/** Has this browser told of alerts: asks the reader, then the browser's push service, then tells ours. */
export async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const key = await serviceKey()
  const { pushManager } = await startWorker()
  const held = await pushManager.getSubscription()
  if (held !== null && !sameBytes(held.options.applicationServerKey, key)) await held.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON()
  await call('POST /api/push/subscribe', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
}

/** Has this browser told no more. */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await knownWorker())?.pushManager.getSubscription()
  if (subscription == null) return
  await call('DELETE /api/push/subscribe', { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
