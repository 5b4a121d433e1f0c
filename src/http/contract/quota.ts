import { Schema as S } from '../../domain/schema.js'
import { Count, DateTime, Nullable, Provider, UnpricedModels, Usd } from './common.js'
import { endpoint } from './endpoint.js'

const Percent = S.Number.pipe(S.between(0, 100))

const Window = S.Struct({
  used_percentage: Percent,
  /** When it begins anew; null where the tool does not say. */
  resets_at: Nullable(DateTime),
})

export const quota = {
  'GET /api/quota': endpoint({
    summary: 'What is left of the plan, how full each context is, and how fast tokens and money go',
    tag: 'quota',
    access: { actor: 'user', verb: 'read' },
    answers: {
      200: S.Struct({
        /** Of each account the newest limits any session told; a window that has begun anew is null until it is told of. */
        accounts: S.Array(
          S.Struct({
            source: S.String,
            provider: Provider,
            five_hour: Nullable(Window),
            seven_day: Nullable(Window),
            as_of: DateTime,
          }),
        ),
        /** Sessions whose status line was shown in the last 24 hours, the newest first. */
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
        /** What was used since a quarter of an hour, three quarters ago or up to an hour: the rate of the last hour. */
        burn: S.Struct({
          since: DateTime,
          cost: Usd,
          unpriced: UnpricedModels,
          tokens: Count,
          usd_per_hour: Usd,
          tokens_per_minute: Count,
          /** The same for each session that used any: together they are the whole. */
          sessions: S.Array(S.Struct({ session_id: S.String, cost: Usd, unpriced: UnpricedModels, usd_per_hour: Usd })),
        }),
      }),
    },
  }),
  'POST /api/statusline': endpoint({
    summary: 'What Claude Code gives to a status line: kept as the last reading of its session',
    tag: 'quota',
    access: { actor: 'hook' },
    bodyLimit: 64 * 1024,
    body: S.Unknown,
    raw: { 204: null },
    errors: ['INVALID_INPUT', 'MISSING_SESSION', 'ELOCALONLY'],
  }),
} as const
