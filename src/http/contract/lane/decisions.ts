import { FAILURE_KINDS } from '../../../domain/inbox/failure.js'
import { Schema as S } from '../../../domain/schema.js'
import { Budget } from '../alert/budgets.js'
import { Count, DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { zoneName } from '../param.js'
import { Ask } from './asks.js'

export const DECISION_KINDS = ['ask', 'failed', 'conflict', 'budget', 'review', 'land'] as const

/** Something that waits for the user. Members that its kind does not name are null or empty. */
const Decision = S.Struct({
  /** Changes when there is something new to decide. */
  id: S.String,
  /**
   * `ask`: an agent waits for an answer. `failed`: a turn failed. `conflict`: a merge stopped at conflicts, and no agent works on
   * them. `budget`: at least 80 % is spent. `review`: the agents of a lane came to rest, and it has changes. `land`: and they are accepted.
   */
  kind: S.Literal(...DECISION_KINDS),
  /** Since when. */
  at: DateTime,
  /** The title of the lane, or the name of the session or the budget. */
  title: S.String,
  /** The first line of what is asked, of the error, or of the last reply. */
  text: S.String,
  lane: Nullable(S.Struct({ id: S.Int, title: S.String, slot: Nullable(S.Int) })),
  session_id: Nullable(S.String),
  tool: Nullable(ToolId),
  /** What the pane shows, to be answered. Null outside of lanes, and until the pane was read. */
  ask: Nullable(Ask),
  error: Nullable(
    S.Struct({
      kind: S.Literal(...FAILURE_KINDS),
      text: S.String,
      /** When the limit resets, if the error says so. */
      resets_at: Nullable(DateTime),
      /** When the agent continues, and the queued message with which it does; null if nobody asked for it. */
      retry: Nullable(S.Struct({ at: DateTime, message: S.String })),
    }),
  ),
  changes: Nullable(
    S.Struct({
      /** Files that differ from the base of the branch, or from the last commit. */
      files: Count,
      added: Count,
      deleted: Count,
      /** Files that are not committed. */
      uncommitted: Count,
    }),
  ),
  /** The files with conflicts. */
  conflicts: S.Array(S.String),
  /** The repository of a lane at rest, as git names its common directory: lanes with the same one may land together. */
  repository: Nullable(S.String),
  budget: Nullable(Budget),
  /** Until when the caller postponed it. */
  later_until: Nullable(DateTime),
  owner_id: Nullable(S.Int),
  owner_username: S.optional(S.String),
})

const query = { timezone: zoneName('time zone of today, and of times in errors, such as Europe/Rome') }

export const decisions = {
  'GET /api/decisions': endpoint({
    summary: 'List what waits for a decision, the oldest first',
    tag: 'lanes',
    access: 'lane:read',
    query,
    answers: {
      200: S.Struct({
        /** When the list began to be read: what happened since may be missing. */
        at: DateTime,
        decisions: S.Array(Decision),
        /** What the caller postponed. */
        later: S.Array(Decision),
        /** Lanes whose changes are being read: ask again in a second. */
        unread: Count,
        /** How long agents in lanes have waited for answers today. */
        waiting: S.Struct({
          today_ms: Count,
          /** Of the answered ones; null without any. */
          median_ms: Nullable(Count),
          answered: Count,
        }),
      }),
    },
  }),
  'POST /api/decisions/:id/later': endpoint({
    summary: 'Postpone a decision',
    tag: 'lanes',
    access: 'me:write',
    query,
    body: S.Struct({
      /** At most 31 days ahead; null shows it again. */
      until: S.optional(describedAs(Json, Nullable(DateTime))),
    }),
    answers: { 200: S.Struct({ id: S.String, until: Nullable(DateTime) }) },
    errors: ['EBADFIELD', 'NOT_FOUND'],
  }),
} as const

export type DecisionRoute = keyof typeof decisions
