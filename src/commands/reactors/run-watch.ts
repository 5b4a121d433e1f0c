import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { reporting } from '../kernel/reporting.js'
import { Panes } from '../ports/panes.js'
import type { RunDialogs } from '../runs/dialogs.js'
import type { RunEnds } from '../runs/ends.js'

/** Short enough to report an end within 1.5 seconds, long enough for 50 panes to use less than 1 % of a processor. */
const PAUSE = '1200 millis'

/**
 * Follows the panes of the lanes. tmux notes the end of a program itself. About once a second all panes are listed, for what it
 * cannot note: that its own server was killed. Then one screen is read, for a dialog that no hook reports.
 */
export const watchRuns = (
  ends: RunEnds,
  dialogs: RunDialogs,
  onError: (error: unknown) => void,
): Effect.Effect<void, never, Panes> => {
  const reported = reporting(onError)
  const pass = (isStart: boolean) =>
    reported(Effect.all([ends.recorded, ends.listed(isStart), dialogs.read], { discard: true }))
  const noted = Effect.zipRight(
    Effect.flatMap(Panes, ({ nextEnd }) => nextEnd),
    reported(ends.recorded),
  )
  const polling = Effect.repeat(pass(false), Schedule.spaced(PAUSE))
  return Effect.zipRight(
    pass(true),
    Effect.all([Effect.forever(noted), polling], { concurrency: 'unbounded', discard: true }),
  )
}
