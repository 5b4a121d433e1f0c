import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { titleOfPrompt } from '../../domain/lane/from-prompt.js'
import { issueIn } from '../../domain/lane/issue.js'
import { readKept, readLimit, readRacers } from '../../domain/race/request.js'
import { reject } from '../../domain/rejection.js'
import type { StartInput } from '../../domain/run/wanted.js'
import { StorageFailure } from '../../events/commit.js'
import type { PriceBook } from '../../projections/pricing/price-book.js'
import { laneById, type LaneShape } from '../../projections/queries/lanes.js'
import { costOfLanes, limitedRaces, raceById } from '../../projections/queries/races.js'
import { agentsSince } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { LaneCommands } from '../lane/lanes.js'
import type { LaneStarts } from '../runs/new-lanes.js'
import type { RunCommands } from '../runs/runs.js'
import { race } from './decider.js'

interface RaceParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly book: () => PriceBook
  readonly newId: () => string
  readonly starts: LaneStarts
  readonly runs: Pick<RunCommands, 'stop' | 'stopOne'>
  readonly archive: LaneCommands['archive']
  readonly complain: (line: string) => void
}

/** The body of a request for a race: every member may be missing or of any type. */
interface RaceInput {
  readonly repo?: unknown
  readonly base?: unknown
  readonly title?: unknown
  readonly branch?: unknown
  readonly pipeline?: unknown
  readonly prompt?: unknown
  /** What each agent is started with. */
  readonly agents?: unknown
  readonly limit_usd?: unknown
}

const named = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Returns the commands about races: several agents work on one prompt, and the user keeps one result. */
export const raceCommands = ({ run, db, book, newId, starts, runs, archive, complain }: RaceParts) => {
  /** Stops what runs in a lane, and puts it away. */
  const putAway = (lane: LaneShape, { author }: Caller) =>
    Effect.gen(function* () {
      yield* runs.stop(lane, {}, author)
      yield* archive(lane.id, true, author)
      return null
    }).pipe(
      Effect.catchAll((error) =>
        error instanceof StorageFailure
          ? Effect.fail(error)
          : Effect.succeed({ lane_id: lane.id, code: error.code, message: error.message }),
      ),
    )

  return {
    /** Creates a lane for each agent, all from the same base, and starts them with the same prompt. */
    start: ({ repo, base, title, branch, pipeline, prompt, agents, limit_usd: usd }: RaceInput, caller: Caller) =>
      Effect.gen(function* () {
        const racers = yield* readRacers(agents)
        const limit = yield* readLimit(usd)
        if (typeof prompt !== 'string' || prompt.trim() === '')
          return yield* Effect.fail(reject('EBADPROMPT', 'prompt: is missing', { fields: { field: 'prompt' } }))
        const orders = racers.map((agent) => ({ prompt, start: agent as StartInput }))
        yield* starts.check(repo, orders, caller)
        const { created, refused } = yield* starts.create({ repo, base, title, branch, pipeline }, orders, caller)
        const id = newId()
        const first = created[0] === undefined ? undefined : laneById(db, systemVisibility, created[0].id)
        yield* run(
          race,
          id,
          'start',
          {
            id,
            title: named(title) ?? titleOfPrompt(prompt, issueIn(prompt)),
            repository: first?.source_repo ?? String(repo),
            base: first?.base_branch ?? named(base),
            limit,
            entries: created.map(({ id: lane, order }) => ({
              lane,
              tool: starts.toolOf(order),
              model: named(order.start.model),
              effort: named(order.start.effort),
            })),
          },
          caller.author,
        )
        const started = yield* starts.start(created, caller)
        const shown = raceById(db, caller.reads, id) ?? (yield* Effect.dieMessage(`the race ${id} is missing`))
        const failed = started.flatMap(({ error }) => (error === null ? [] : [error]))
        return { race: shown, refused: [...refused, ...failed] }
      }).pipe(Effect.uninterruptible),

    /** Keeps the result of one lane, or of none: the agents of the others are stopped, and their lanes put away. */
    keep: (id: string, input: { readonly lane?: unknown; readonly why?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const { lane: kept, why } = yield* readKept(input.lane, input.why)
        const { state } = yield* run(race, id, 'keep', { lane: kept, why }, caller.author)
        const others = (state?.entries ?? []).flatMap(({ lane }) => {
          const known = lane === kept ? undefined : laneById(db, caller.writes, lane)
          return known === undefined || known.archived_at !== null ? [] : [known]
        })
        const results = yield* Effect.forEach(others, (lane) => putAway(lane, caller), { concurrency: 'unbounded' })
        const shown = raceById(db, caller.reads, id) ?? (yield* Effect.dieMessage(`the race ${id} is missing`))
        return { race: shown, failed: results.flatMap((failure) => failure ?? []) }
      }).pipe(Effect.uninterruptible),

    /**
     * Stops the agents of races that cost what their users allowed. Each race is stopped once: an agent that a user starts afterwards
     * continues.
     */
    enforceLimits: Effect.suspend(() =>
      Effect.forEach(
        limitedRaces(db, systemVisibility),
        ({ id, entries, isStopped }) =>
          Effect.gen(function* () {
            const lanes = entries.map(({ lane }) => lane)
            if (!isStopped) {
              const costUsd = costOfLanes(db, systemVisibility, book(), lanes)
              yield* run(race, id, 'limit', { costUsd }, SYSTEM)
            }
            const stoppedAt = limitedRaces(db, systemVisibility).find((one) => one.id === id)?.stoppedAt ?? null
            if (stoppedAt === null) return
            const due = lanes.flatMap((lane) =>
              agentsSince(db, systemVisibility, lane).filter((one) => one.at <= stoppedAt),
            )
            yield* Effect.forEach(due, (one) => runs.stopOne(one, SYSTEM), { concurrency: 'unbounded', discard: true })
          }).pipe(
            Effect.catchAll((error) =>
              Effect.sync(() => complain(`the limit of race ${id} could not be enforced: ${error.message}`)),
            ),
          ),
        { discard: true },
      ),
    ),
  }
}

export type RaceCommands = ReturnType<typeof raceCommands>
