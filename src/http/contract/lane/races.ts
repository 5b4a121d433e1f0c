import { RACE_LIMIT_USD, RACERS } from '../../../domain/race/limits.js'
import { RACER_STATES } from '../../../domain/race/race.js'
import { CHECK_KINDS } from '../../../domain/review/check.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { NEW_LANE_ERRORS, Refused } from './runs.js'

const Text = Nullable(S.String)

/** Several agents that work on one prompt, each in a lane. */
export const Race = S.Struct({
  id: S.String,
  /** The first sentence of the prompt, or what the user called it. */
  title: S.String,
  repository: S.String,
  base: Text,
  /** All agents are stopped when they have cost this much together; null without a limit. */
  limit_usd: Nullable(S.Number),
  started_at: DateTime,
  /** The id of the user who started it; null in local mode. */
  by: Nullable(S.Int),
  /** When the agents were stopped at the limit, and what they had cost. */
  stopped_at: Nullable(DateTime),
  stopped_usd: Nullable(S.Number),
  decided_at: Nullable(DateTime),
  /** The lane whose result was kept; null before that, and if none was. */
  kept: Nullable(S.Int),
  why: Text,
  lanes: S.Array(
    S.Struct({
      lane_id: S.Int,
      /** Null if the lane is gone. */
      title: Text,
      branch: Text,
      tool: ToolId,
      /** As it was named; null for the default of the agent. */
      model: Text,
      effort: Text,
      /** Whether it was put away. */
      archived: S.Boolean,
    }),
  ),
})

/** What the agent of a lane has done so far. */
const Racer = S.Struct({
  lane_id: S.Int,
  /**
   * `starts`: its session has not begun. `waits`: it has a question. `rests`: it has finished a turn. `none`: it was not started.
   * `gone`: its lane was deleted.
   */
  state: S.Literal(...RACER_STATES),
  since: Nullable(DateTime),
  session_id: Text,
  /** What it said or asked last. */
  said: Text,
  cost_usd: S.Number,
  /** Models without a price, whose cost is missing. */
  unpriced_models: S.Array(S.String),
  turns: Count,
  /** Questions to the user, and how long they have waited. */
  asks: Count,
  waited_ms: Count,
  /** What its branch and its directory contain; null while it is read, and where git cannot. */
  changes: Nullable(S.Struct({ files: Count, added: Count, deleted: Count, uncommitted: Count })),
  /** Files in which its committed work conflicts with its base; null where that is not known. */
  conflicts: Nullable(S.Array(S.String)),
  /** The newest run of each check, by the agent or by a user. */
  checks: S.Array(
    S.Struct({
      kind: S.Literal(...CHECK_KINDS),
      command: S.String,
      /** Null if its exit code does not tell. */
      ok: Nullable(S.Boolean),
      at: DateTime,
      /** Edits by the agent after it. */
      edits_since: Count,
    }),
  ),
})

const about = { kind: 'race', param: 'id' } as const

const START_MEMBERS = {
  /** Default: the first sentence of the prompt. */
  title: S.optional(describedAs(Json, Text)),
  base: S.optional(describedAs(Json, Text)),
  branch: S.optional(describedAs(Json, Text)),
  pipeline: S.optional(describedAs(Json, Text)),
  /** US dollars, 0.01 to 10,000. */
  limit_usd: S.optional(
    describedAs(Json, Nullable(S.Number.pipe(S.between(RACE_LIMIT_USD.least, RACE_LIMIT_USD.most)))),
  ),
}

const OneAgent = S.Struct({
  tool: S.optional(Nullable(ToolId)),
  model: S.optional(Text),
  effort: S.optional(Text),
  permissionMode: S.optional(Text),
  sandbox: S.optional(Text),
  approval: S.optional(Text),
  proxy: S.optional(Text),
})

export const races = {
  'GET /api/races': endpoint({
    summary: 'List races',
    tag: 'lanes',
    access: 'lane:read',
    answers: { 200: S.Struct({ races: S.Array(Race) }) },
  }),
  'POST /api/races': endpoint({
    summary: 'Start several agents on one prompt, each in a lane',
    tag: 'lanes',
    access: 'lane:create',
    body: describedAs(
      S.Struct({ ...START_MEMBERS, repo: S.optional(Json), prompt: S.optional(Json), agents: S.optional(Json) }),
      S.Struct({
        ...START_MEMBERS,
        /** The repository: an absolute path. */
        repo: S.String,
        prompt: S.String,
        /** What each of the 2 to 4 agents is started with. */
        agents: S.Array(OneAgent).pipe(S.itemsCount(RACERS.least)),
      }),
    ),
    answers: {
      201: S.Struct({
        race: Race,
        /** Why further lanes could not be created, or their agents not be started. */
        refused: S.Array(Refused),
      }),
    },
    errors: NEW_LANE_ERRORS,
  }),
  'GET /api/races/:id': endpoint({
    summary: 'Compare the agents of a race',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ race: Race, prompt: Text, cost_usd: S.Number, racers: S.Array(Racer) }) },
  }),
  'POST /api/races/:id/keep': endpoint({
    summary: 'Keep one result of a race and put the other lanes away',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({
      /** The lane whose result is kept; null keeps none. */
      lane: S.optional(describedAs(Json, Nullable(S.Int))),
      why: S.optional(describedAs(Json, Text)),
    }),
    answers: {
      200: S.Struct({
        race: Race,
        /** Lanes that could not be put away. Nothing in them changed. */
        failed: S.Array(S.Struct({ lane_id: S.Int, code: S.String, message: S.String })),
      }),
    },
    errors: ['EBADFIELD', 'ERACE'],
  }),
} as const

export type RaceRoute = keyof typeof races
