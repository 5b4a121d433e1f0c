/** The file of the worker that shows what is pushed. */
const WORKER = '/worker.js'

/** Whether this browser can be told something while no page is open; it needs https, or this very machine. */
export const canBeTold = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext

/** The worker, once it is there; undefined while nobody asked for it. */
export const knownWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(WORKER)

/** The worker, ready to take a subscription. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}
