import { Observable, timer } from 'rxjs'
import type { Pace } from './state-feed.js'

/** Returns the real time. It does not follow the system time, which may be set back. */
export const realPace = (monotonic: () => number): Pace => ({
  now: () => monotonic() * 1000,
  after: (milliseconds) => (milliseconds <= 0 ? nextTurn : timer(milliseconds)),
})

const nextTurn = new Observable<void>((subscriber) => {
  const handle = setImmediate(() => {
    subscriber.next()
    subscriber.complete()
  })
  return () => clearImmediate(handle)
})
