import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import type { Observable } from 'rxjs'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import type { RunEndReason } from '../../domain/run/run.js'
import { firstOf, withinTime } from '../ports/within-time.js'
import type { Committed } from '../../events/commit.js'
import { liveRun, liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { type PanePlace, Panes, type PaneView } from '../ports/panes.js'
import { refusalOf } from './refusal.js'

interface ViewParts {
  readonly db: Reader
  readonly committed: Observable<Committed>
}

/** How the program in a pane ended. `code` and `signal` are null when they are unknown. */
export interface ViewedEnd {
  readonly reason: RunEndReason
  readonly code: number | null
  readonly signal: string | null
}

/** How long after its pane was removed the end of a run may be recorded. */
const RECORDED_WITHIN = '2 seconds'
/** How long a program that was requested may take to get its pane. */
const STARTED_WITHIN = '20 seconds'

/** Waits for the program that was requested in a slot, if one was: clients know of it before it has its pane. */
const untilStarted = ({ db, committed }: ViewParts, { lane, slot }: PanePlace, visibility: Visibility) =>
  Effect.async<void>((resume) => {
    const requested = liveRuns(db, visibility, lane).find((one) => one.slot === slot && one.status === 'starting')
    if (requested === undefined) return resume(Effect.void)
    const subscription = committed.subscribe(({ events }) => {
      const isOver = events.some(
        ({ type, data }) => (type === 'run-started' || type === 'run-ended') && data.run === requested.run,
      )
      if (!isOver) return
      subscription.unsubscribe()
      resume(Effect.void)
    })
    return Effect.sync(() => subscription.unsubscribe())
  })

/** Returns the commands that show panes. */
export const viewCommands = ({ db, committed }: ViewParts) => ({
  /** Shows the pane of a slot in which a program runs or is about to, until the scope closes. */
  open: (place: PanePlace, view: PaneView, visibility: Visibility, onOutput: (bytes: Uint8Array) => void) =>
    Effect.gen(function* () {
      const panes = yield* Panes
      yield* withinTime(untilStarted({ db, committed }, place, visibility), STARTED_WITHIN, Effect.void)
      const absent = reject('ENOPANE', `no program runs in slot ${place.slot}`)
      const pane = (yield* Effect.mapError(panes.list, refusalOf)).find(
        ({ lane, slot, end }) => lane === place.lane && slot === place.slot && end === null,
      )
      if (pane === undefined) return yield* Effect.fail(absent)
      const recorded = yield* Deferred.make<ViewedEnd>()
      yield* Effect.acquireRelease(
        Effect.sync(() =>
          committed.subscribe(({ events }) => {
            for (const { type, data } of events) {
              if (type === 'run-ended' && data.run === pane.run)
                Deferred.unsafeDone(
                  recorded,
                  Effect.succeed({ reason: data.reason, code: data.code, signal: data.signal }),
                )
            }
          }),
        ),
        (subscription) => Effect.sync(() => subscription.unsubscribe()),
      )
      // After the subscription: an end that was recorded before it is not missed.
      if (liveRun(db, visibility, pane.run) === undefined) return yield* Effect.fail(absent)
      const viewer = yield* Effect.mapError(panes.view(place, view, onOutput), refusalOf)
      const removed = Effect.zipRight(
        viewer.closed,
        withinTime(
          Deferred.await(recorded),
          RECORDED_WITHIN,
          Effect.fail(reject('ETMUX', 'tmux has closed the terminal')),
        ),
      )
      return { run: pane.run, viewer, ended: firstOf(Deferred.await(recorded), removed) }
    }),
})

export type ViewCommands = ReturnType<typeof viewCommands>
