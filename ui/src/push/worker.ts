/** The file of the worker that shows notifications. */
const WORKER = '/worker.js'

/** Whether this browser can be notified while no page is open. That needs https, or this machine itself. */
export const canBePushed = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && isSecureContext

/** Returns the worker; undefined if it was never started. */
export const knownWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(WORKER)

/** Returns the worker, ready for a subscription. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}
