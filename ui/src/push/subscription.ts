import { call } from '../api/call.js'
import { i18n } from '../i18n/i18n.js'
import { notifyBody } from './choice.js'
import { notifyChoice } from './settings.js'
import { knownWorker, startWorker } from './worker.js'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const sameBytes = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, index) => byte === b[index])

const serviceKey = async (): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf((await call('GET /api/push/vapid-public-key')).publicKey)

const heldSubscription = async (): Promise<PushSubscription | null> =>
  (await (await knownWorker())?.pushManager.getSubscription()) ?? null

/** Holds the address of the subscription that the service has accepted. */
const ACCEPTED = 'switchyard.subscription'

/** Whether the service has accepted the subscription of this browser. */
export async function isAccepted(): Promise<boolean> {
  const subscription = await heldSubscription()
  return subscription !== null && subscription.endpoint === localStorage.getItem(ACCEPTED)
}

/** Whether this service can push to this browser. A subscription with the key of another service does not count. */
export async function isSubscribed(): Promise<boolean> {
  const subscription = await heldSubscription()
  return subscription !== null && sameBytes(subscription.options.applicationServerKey, await serviceKey())
}

/** Whether this browser shows notifications: the user allowed it. */
export const isAllowed = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** The user, or the browser, does not allow notifications. */
export class NotAllowed extends Error {}

/** Asks the user for permission. */
export async function allow(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
}

/** Subscribes this browser, so that it is notified while no page is open. Needs permission. */
export async function subscribe(): Promise<void> {
  const key = await serviceKey()
  const { pushManager } = await startWorker()
  const held = await pushManager.getSubscription()
  if (held !== null && !sameBytes(held.options.applicationServerKey, key)) await held.unsubscribe()
  const { endpoint, keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  ).toJSON()
  await call('POST /api/push/subscribe', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      notify: notifyBody(notifyChoice(), i18n.language),
    },
  })
  localStorage.setItem(ACCEPTED, endpoint ?? '')
}

/** Sends the choice of this browser to the service, if it is subscribed. */
export async function sendChoice(): Promise<void> {
  const subscription = await heldSubscription()
  if (subscription === null) return
  const { endpoint } = subscription
  await call('PATCH /api/push/subscribe', { body: { endpoint, notify: notifyBody(notifyChoice(), i18n.language) } })
}
