import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Provider, UnpricedModels, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { noContent } from '../raw.js'

const Percent = S.Number.pipe(S.between(0, 100))

const Window = S.Struct({
  used_percentage: Percent,
  /** When the window resets; null when the CLI does not report it. */
  resets_at: Nullable(DateTime),
})

const SentWindow = S.Struct({
  used_percentage: S.optional(S.NullOr(S.Number)),
  /** Seconds or milliseconds since 1970, or a date-time. */
  resets_at: S.optional(S.NullOr(S.Union(S.Number, S.String))),
})

/** The members of Claude Code's status line input that are read. Any but the session may be missing; others are ignored. */
const StatusLine = S.Struct({
  session_id: S.String,
  model: S.optional(S.NullOr(S.Struct({ id: S.optional(S.String), display_name: S.optional(S.String) }))),
  context_window: S.optional(
    S.NullOr(
      S.Struct({
        used_percentage: S.optional(S.NullOr(S.Number)),
        context_window_size: S.optional(S.NullOr(S.Number)),
      }),
    ),
  ),
  exceeds_200k_tokens: S.optional(S.NullOr(S.Boolean)),
  rate_limits: S.optional(
    S.NullOr(S.Struct({ five_hour: S.optional(S.NullOr(SentWindow)), seven_day: S.optional(S.NullOr(SentWindow)) })),
  ),
})

export const quota = {
  'GET /api/quota': endpoint({
    summary: 'Get usage limits, context usage and burn rate',
    tag: 'quota',
    access: 'history:read',
    answers: {
      200: S.Struct({
        /**
         * For each account the newest limits from any session: those of Claude Code from its status line, those of Codex from its
         * transcripts, one entry for each limit of the plan. A window that has reset is null until it is reported again.
         */
        accounts: S.Array(
          S.Struct({
            source: S.String,
            provider: Provider,
            /** The name of a limit that only some models of the plan have; null for Claude Code. */
            limit: Nullable(S.String),
            plan: Nullable(S.String),
            five_hour: Nullable(Window),
            seven_day: Nullable(Window),
            /** All windows of the limit that have not reset, with their lengths. */
            windows: S.Array(S.Struct({ minutes: S.Number, ...Window.fields })),
            as_of: DateTime,
          }),
        ),
        /** Sessions that showed their status line within the last 24 hours, newest first. */
        sessions: S.Array(
          S.Struct({
            session_id: S.String,
            session_name: Nullable(S.String),
            model: Nullable(S.String),
            context: S.Struct({
              used_percentage: Nullable(Percent),
              window_size: Nullable(Count),
              exceeds_200k_tokens: S.Boolean,
            }),
            as_of: DateTime,
          }),
        ),
        /** Usage since the start of a quarter hour, 45 to 60 minutes ago, and the rates over that time. */
        burn: S.Struct({
          since: DateTime,
          cost: Usd,
          unpriced: UnpricedModels,
          tokens: Count,
          usd_per_hour: Usd,
          tokens_per_minute: Count,
          /** The same per session with usage; together they add up to the total. */
          sessions: S.Array(S.Struct({ session_id: S.String, cost: Usd, unpriced: UnpricedModels, usd_per_hour: Usd })),
        }),
      }),
    },
  }),
  'POST /api/statusline': endpoint({
    summary: 'Send status line data of Claude Code; stored as the latest reading of the session',
    tag: 'quota',
    access: 'hook:report',
    bodyLimit: 64 * 1024,
    body: describedAs(Json, StatusLine),
    answers: { 204: noContent },
    errors: ['MISSING_SESSION'],
  }),
} as const
