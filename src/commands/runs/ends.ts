import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { RunEnded } from '../../domain/run/decide.js'
import { lastLines } from '../../domain/run/screen.js'
import type { StorageFailure } from '../../events/commit.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import type { Clock } from '../ports/clock.js'
import { type Pane, type PaneEnd, Panes } from '../ports/panes.js'
import { laneRuns } from './decider.js'

interface EndsParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly serial: Serial
}

type Live = ReturnType<typeof liveRuns>[number]

/** What a shell, `env` or an interpreter returns if they cannot start a program. */
const UNSTARTABLE: Readonly<Record<number, string>> = {
  126: 'a program could not be executed',
  127: 'a program was not found',
}

/** Returns why a program could not be started, in the words of its last line; null if it was. */
const detailOf = ({ run, ...place }: Live, code: number | null): Effect.Effect<string | null, never, Panes> => {
  const what = code === null ? undefined : UNSTARTABLE[code]
  if (what === undefined) return Effect.succeed(null)
  return Effect.flatMap(Panes, ({ look }) => look(place, run)).pipe(
    Effect.orElseSucceed(() => null),
    Effect.map((shown) => [what, shown === null ? '' : lastLines(shown.screen).at(-1)?.trim()]),
    Effect.map((parts) => parts.filter(Boolean).join(': ').slice(0, 300)),
  )
}

/**
 * Updates the runs to match the panes. Work on a lane that holds its lock, such as a stop, records what it does itself, so its
 * runs are left for the next time.
 */
export const runEnds = ({ run, db, clock, serial }: EndsParts) => {
  const end = ({ lane, run: id }: Live, ended: Omit<RunEnded, 'run'>): Effect.Effect<void, StorageFailure, Panes> =>
    Effect.gen(function* () {
      const { settle } = yield* Panes
      yield* run(laneRuns, { lane }, 'end', { run: id, ...ended }, SYSTEM)
      yield* settle(id)
    })
  const exited = (live: Live, { code, signal, at }: PaneEnd) =>
    Effect.flatMap(detailOf(live, code), (detail) => end(live, { reason: 'exited', code, signal, detail, at }))
  const vanished = (live: Live) =>
    end(live, { reason: 'vanished', code: null, signal: null, detail: null, at: clock.now() })

  /** Records that a run has no pane, unless its agent works on without a terminal: it holds its slot, and a stop ends it. */
  const withoutPane = (live: Live) =>
    Effect.gen(function* () {
      const { isAlive } = yield* Panes
      if (live.pid === null || !(yield* isAlive(live, live.run, live.pid))) yield* vanished(live)
    })

  /** What a listing means for one run that was live before it. Undefined: nothing has changed. */
  const changeOf = (live: Live, pane: Pane | undefined, isStart: boolean) => {
    if (pane === undefined) return live.status === 'running' || isStart ? withoutPane(live) : undefined
    if (pane.end !== null) return exited(live, pane.end)
    if (live.status === 'running' || !isStart) return undefined
    const started = { run: live.run, pid: pane.pid }
    return run(laneRuns, { lane: live.lane }, 'start', started, SYSTEM).pipe(Effect.asVoid)
  }

  const ifFree = <E, R>({ lane }: Live, work: Effect.Effect<void, E, R>) =>
    serial.holdIfFree({ kind: 'lane', name: String(lane) }, work)

  /**
   * Repairs a run that was requested while nothing works on its lane: the disk refused to store what became of it. A start in
   * progress holds the lock of the lane, so the run and the panes are read under that lock.
   */
  const overdue = ({ lane, run: id }: Live) =>
    Effect.gen(function* () {
      const { list } = yield* Panes
      const still = liveRuns(db, systemVisibility, lane).find((one) => one.run === id && one.status === 'starting')
      if (still === undefined) return
      const pane = (yield* list).find((one) => one.run === id)
      yield* changeOf(still, pane, true) ?? Effect.void
    })

  return {
    /** Records the ends that tmux has noted. */
    recorded: Effect.gen(function* () {
      const panes = yield* Panes
      const live = new Map(liveRuns(db, systemVisibility).map((one) => [one.run, one]))
      for (const noted of yield* panes.ends) {
        const known = live.get(noted.run)
        yield* known === undefined ? panes.settle(noted.run) : ifFree(known, exited(known, noted))
      }
    }),

    /**
     * Compares all live runs with the panes.
     * @param isStart whether the service has just started: then no run is about to get its pane
     */
    listed: (isStart: boolean) =>
      Effect.gen(function* () {
        // Before the listing: a run that starts after it has no pane in it.
        const live = liveRuns(db, systemVisibility)
        if (live.length === 0) return
        const { list } = yield* Panes
        const panes = new Map((yield* list).map((pane) => [pane.run, pane]))
        for (const one of live) {
          const isOverdue = one.status === 'starting' && !isStart
          const change = isOverdue ? overdue(one) : changeOf(one, panes.get(one.run), isStart)
          if (change !== undefined) yield* ifFree(one, change)
        }
      }),

    /** The same for one lane, whose lock the caller holds. */
    ofLane: (lane: number, panes: readonly Pane[]) =>
      Effect.forEach(
        liveRuns(db, systemVisibility, lane),
        (one) =>
          changeOf(
            one,
            panes.find((other) => other.run === one.run),
            false,
          ) ?? Effect.void,
        { discard: true },
      ),
  }
}

export type RunEnds = ReturnType<typeof runEnds>
