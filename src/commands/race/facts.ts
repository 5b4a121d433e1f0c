import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { PriceBook } from '../../projections/pricing/price-book.js'
import type { Evidence } from '../../projections/queries/evidence.js'
import { laneById, type LaneShape } from '../../projections/queries/lanes.js'
import { promptOfRace, type Racer, racersOf } from '../../projections/queries/races.js'
import type { Reader } from '../../projections/sql.js'
import type { LaneOutcomes } from '../inbox/outcomes.js'
import type { LandPreflight } from '../land/preflight.js'
import type { Clock } from '../ports/clock.js'

interface FactParts {
  readonly db: Reader
  readonly book: () => PriceBook
  readonly clock: Pick<Clock, 'now'>
  readonly evidence: (reads: Visibility, lane: number) => Promise<readonly Evidence[]>
  readonly outcomes: LaneOutcomes
  readonly preflight: Pick<LandPreflight, 'conflictsWithBase'>
}

const isAtRest = ({ state }: Racer): boolean => state === 'rests' || state === 'failed'

/** Returns the read that compares the agents of a race: what they cost, changed and checked. Nothing is scored. */
export const raceFacts = ({ db, book, clock, evidence, outcomes, preflight }: FactParts) => {
  const checksOf = (reads: Visibility, lane: number) =>
    Effect.map(
      Effect.orElseSucceed(
        Effect.tryPromise(() => evidence(reads, lane)),
        () => [],
      ),
      (found) => found.map(({ kind, command, ok, at, edits_since }) => ({ kind, command, ok, at, edits_since })),
    )

  return (ids: readonly number[], { reads }: Pick<Caller, 'reads'>) =>
    Effect.gen(function* () {
      const racers = racersOf(db, reads, book(), { lanes: ids, now: clock.now() })
      const lanes = new Map<number, LaneShape>(
        ids.flatMap((id) => {
          const lane = laneById(db, reads, id)
          return lane === undefined || lane.status === 'provisioning' || lane.status === 'failed' ? [] : [[id, lane]]
        }),
      )
      const { outcomes: known } = yield* outcomes.of(
        racers.flatMap(({ lane_id: id, since }) => {
          const lane = lanes.get(id)
          const from = since === null ? 0 : Date.parse(since)
          return lane === undefined
            ? []
            : [{ id, cwd: lane.cwd, base: lane.base_branch, since: from, updated: Date.parse(lane.updated_at) }]
        }),
      )
      const shown = yield* Effect.forEach(
        racers,
        (racer) =>
          Effect.gen(function* () {
            const lane = lanes.get(racer.lane_id)
            const outcome = known.get(racer.lane_id) ?? null
            return {
              ...racer,
              changes:
                outcome === null
                  ? null
                  : {
                      files: outcome.files,
                      added: outcome.added,
                      deleted: outcome.deleted,
                      uncommitted: outcome.uncommitted,
                    },
              // While it works, its last commit says little.
              conflicts: lane !== undefined && isAtRest(racer) ? yield* preflight.conflictsWithBase(lane) : null,
              checks: yield* checksOf(reads, racer.lane_id),
            }
          }),
        { concurrency: 'unbounded' },
      )
      return {
        prompt: promptOfRace(db, reads, ids),
        cost_usd: racers.reduce((sum, { cost_usd: usd }) => sum + usd, 0),
        racers: shown,
      }
    })
}

export type RaceFacts = ReturnType<typeof raceFacts>
