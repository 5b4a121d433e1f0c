import * as Effect from 'effect/Effect'
import type { Instant } from '../../domain/time.js'
import type { RestingLane } from '../../projections/queries/inbox.js'
import type { Clock } from '../ports/clock.js'
import { type Change, GitReads } from '../ports/git-reads.js'
import { GitWrites } from '../ports/git-writes.js'
import type { Fork, Machine } from '../ports/machine.js'

/** What the agents of a lane left in its directory. */
export interface LaneOutcome {
  /** Its repository, as git names its common directory. */
  readonly repository: string | null
  /** Files that differ from the base of its branch, or from the last commit. */
  readonly files: number
  readonly added: number
  readonly deleted: number
  /** Files that are not committed. */
  readonly uncommitted: number
  /** Files with conflicts of a merge that is in progress. */
  readonly conflicts: readonly string[]
  readonly accepted: boolean
}

/** A lane whose directory is read. `since` and `updated` change when there may be something new in it. */
type ReadLane = Pick<RestingLane, 'id' | 'cwd' | 'base' | 'since' | 'updated'>

interface OutcomeParts {
  readonly clock: Pick<Clock, 'now'>
  readonly fork: Fork
  /** Whether the changes of a lane are accepted as they are. */
  readonly isAccepted: (lane: number) => Effect.Effect<boolean, never, Machine>
}

interface Known {
  /** Identifies the state of the lane that was read. */
  readonly stamp: string
  readonly at: Instant
  readonly outcome: LaneOutcome | null
}

/** What is done outside of the service to a lane at rest is seen after this many milliseconds. */
const FRESH_MS = 15_000
/** How long a list waits for lanes that were never read. */
const WAIT_MS = 300
const AT_ONCE = 4

const NOTHING: readonly Change[] = []
const sum = (changes: readonly Change[], lines: (change: Change) => number | null): number =>
  changes.reduce((all, change) => all + (lines(change) ?? 0), 0)

/** Reads what is in the directory of a lane; null where git cannot. */
const read = ({ cwd, base }: ReadLane): Effect.Effect<Omit<LaneOutcome, 'accepted'> | null, never, Machine> =>
  Effect.gen(function* () {
    const git = yield* GitReads
    const shared = { sha: null, path: null, full: false, context: 0 }
    const work = yield* Effect.orElseSucceed(git.changes(cwd, { ...shared, range: 'work', base: null }), () => null)
    if (work === null) return null
    const branch =
      base === null
        ? null
        : yield* Effect.orElseSucceed(git.changes(cwd, { ...shared, range: 'branch', base }), () => null)
    const place = yield* Effect.orElseSucceed((yield* GitWrites).place(cwd), () => null)
    const committed = branch?.files ?? NOTHING
    const paths = new Set([...work.files, ...committed].map(({ path }) => path))
    return {
      repository: place?.commonDir ?? null,
      files: paths.size,
      added: sum(work.files, ({ added }) => added) + sum(committed, ({ added }) => added),
      deleted: sum(work.files, ({ deleted }) => deleted) + sum(committed, ({ deleted }) => deleted),
      uncommitted: work.files.length,
      conflicts: work.files.flatMap(({ path, conflicted }) => (conflicted === true ? [path] : [])),
    }
  })

/**
 * Returns the reader of what lanes contain. Only what somebody asks for is read, in the background, and again when the lane
 * changed or after some seconds: a list is answered with what is known after a short wait.
 */
export const laneOutcomes = ({ clock, fork, isAccepted }: OutcomeParts) => {
  const known = new Map<number, Known>()
  const reading = new Set<number>()
  const stampOf = ({ since, updated, base, cwd }: ReadLane): string => JSON.stringify([since, updated, base, cwd])

  const refresh = (lane: ReadLane) =>
    Effect.gen(function* () {
      const found = yield* read(lane)
      const accepted = found !== null && (yield* isAccepted(lane.id))
      const outcome = found === null ? null : { ...found, accepted }
      yield* Effect.sync(() => known.set(lane.id, { stamp: stampOf(lane), at: clock.now(), outcome }))
    }).pipe(Effect.ensuring(Effect.sync(() => reading.delete(lane.id))))

  /** Starts to read those that are not known, or not any more. */
  const start = (lanes: readonly ReadLane[]): void => {
    const due = lanes.filter((lane) => {
      const last = known.get(lane.id)
      const isFresh = last?.stamp === stampOf(lane) && clock.now() - last.at < FRESH_MS
      return !isFresh && !reading.has(lane.id)
    })
    for (const { id } of due) reading.add(id)
    if (due.length > 0) fork(Effect.forEach(due, refresh, { concurrency: AT_ONCE, discard: true }))
  }

  /** What a lane contained before its agents worked on is shown only until it is read again. */
  const isUnread = (lane: ReadLane): boolean => known.get(lane.id)?.stamp !== stampOf(lane)

  return {
    /** Returns what is known of each lane, and of how many nothing is yet. */
    of: (lanes: readonly ReadLane[]) =>
      Effect.gen(function* () {
        start(lanes)
        const until = clock.now() + WAIT_MS
        while (lanes.some(isUnread) && clock.now() < until) yield* Effect.sleep('20 millis')
        return {
          outcomes: new Map(lanes.map((lane) => [lane.id, known.get(lane.id)?.outcome ?? null])),
          unread: lanes.filter(isUnread).length,
        }
      }),
  }
}

export type LaneOutcomes = ReturnType<typeof laneOutcomes>
