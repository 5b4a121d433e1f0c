import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import type { Observable } from 'rxjs'
import type { Committed } from '../../events/commit.js'
import { reporting } from '../kernel/reporting.js'
import type { Panes } from '../ports/panes.js'
import { firstOf } from '../ports/within-time.js'
import type { AskCommands } from '../runs/asks.js'

/** Events come in bursts: the look that the first one asks for covers the others. */
const BURST = '50 millis'
/** An agent reports that it waits before its screen shows for what. */
const SOON = '200 millis'
/** An ask that is answered in a terminal may be followed by no event. */
const PAUSE = '1200 millis'

/** Follows what agents in lanes ask: it looks at their panes when something has changed, and now and then. */
export const watchAsks = (
  { watched }: Pick<AskCommands, 'watched'>,
  committed: Observable<Committed>,
  onError: (error: unknown) => void,
): Effect.Effect<void, never, Panes> => {
  const reported = reporting(onError)
  return Effect.scoped(
    Effect.gen(function* () {
      const changes = yield* Queue.sliding<void>(1)
      yield* Effect.acquireRelease(
        Effect.sync(() =>
          committed.subscribe(({ touched }) => {
            if (touched.some(({ kinds }) => kinds.includes('session') || kinds.includes('lane')))
              Queue.unsafeOffer(changes, undefined)
          }),
        ),
        (subscription) => Effect.sync(() => subscription.unsubscribe()),
      )
      let isPending = false
      const look = Effect.tap(watched, (pending) => Effect.sync(() => void (isPending = pending)))
      while (true) {
        yield* reported(look)
        const wait = isPending ? SOON : PAUSE
        yield* firstOf(Effect.zipRight(Queue.take(changes), Effect.sleep(BURST)), Effect.sleep(wait))
      }
    }),
  )
}
