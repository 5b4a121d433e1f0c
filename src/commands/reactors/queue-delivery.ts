import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import type { Committer } from '../../events/commit.js'
import { reporting } from '../kernel/reporting.js'
import type { Machine } from '../ports/machine.js'
import { firstOf } from '../ports/within-time.js'
import type { QueueCommands } from '../queue/queue.js'

interface QueueDeliveryParts {
  readonly committed: Committer['committed']
  readonly deliver: QueueCommands['deliver']
  readonly onError: (error: unknown) => void
}

/** The events of the end of a turn arrive together. */
const TOGETHER = '200 millis'
/** No event says that an input line is free again. */
const PAUSE = '5 seconds'

/** Sends the messages that wait when the turns of their agents end, until it is interrupted. */
export const queueDelivery = ({
  committed,
  deliver,
  onError,
}: QueueDeliveryParts): Effect.Effect<never, never, Machine> =>
  Effect.scoped(
    Effect.gen(function* () {
      let last = ''
      // It would be repeated every few seconds.
      const reported = reporting((error) => {
        if (String(error) !== last) onError(error)
        last = String(error)
      })
      const changed = yield* Queue.sliding<void>(1)
      const listen = Effect.sync(() =>
        committed.subscribe(({ touched }) => {
          if (touched.some(({ kinds }) => MATTER.some((kind) => kinds.includes(kind)))) changed.unsafeOffer(undefined)
        }),
      )
      yield* Effect.acquireRelease(listen, (subscription) => Effect.sync(() => subscription.unsubscribe()))
      for (;;) {
        const isWaiting = yield* reported(deliver)
        const change = Effect.zipRight(Queue.take(changed), Effect.sleep(TOGETHER))
        yield* isWaiting === false ? change : firstOf(change, Effect.sleep(PAUSE))
      }
    }),
  )

const MATTER = ['session', 'lane', 'queue'] as const
