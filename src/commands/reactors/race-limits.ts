import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import type { Committer } from '../../events/commit.js'
import type { Recorded } from '../../events/envelope.js'
import type { Machine } from '../ports/machine.js'
import type { RaceCommands } from '../race/races.js'

interface RaceLimitParts {
  readonly committed: Committer['committed']
  readonly enforce: RaceCommands['enforceLimits']
}

/** Usage within this time is checked together. */
const TOGETHER = '1 second'

/** Checks the limits of races at the start, and after agents have cost something, until it is interrupted. */
export const raceLimits = ({ committed, enforce }: RaceLimitParts): Effect.Effect<never, never, Machine> =>
  Effect.scoped(
    Effect.gen(function* () {
      const changed = yield* Queue.sliding<void>(1)
      const listen = Effect.sync(() =>
        committed.subscribe(({ events }) => {
          if (events.some(matters)) changed.unsafeOffer(undefined)
        }),
      )
      yield* Effect.acquireRelease(listen, (subscription) => Effect.sync(() => subscription.unsubscribe()))
      for (;;) {
        yield* enforce
        yield* Queue.take(changed)
        yield* Effect.sleep(TOGETHER)
      }
    }),
  )

const matters = (event: Recorded): boolean =>
  (event.type === 'reply-recorded' || event.type === 'usage-recorded') && event.data.usage !== null
