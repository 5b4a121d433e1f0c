import { Schema as S } from '../../domain/schema.js'

export const Nullable = <A, I>(schema: S.Schema<A, I>) => S.NullOr(schema)

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const DateTime = S.String.annotations({ jsonSchema: { type: 'string', format: 'date-time' } })
export const Count = S.Int.annotations({ jsonSchema: { type: 'integer', minimum: 0 } })
export const Usd = S.Number.annotations({ description: 'USD', jsonSchema: { type: 'number' } })
/** Models that no pricing rule matches. Their cost is missing from the sums beside this list. */
export const UnpricedModels = S.Array(S.String)
export const Counts = S.Record({ key: S.String, value: S.Int })

export const SessionStatus = S.Literal('active', 'completed', 'error', 'abandoned')
export const AgentStatus = S.Literal('working', 'waiting', 'completed', 'error')
export const AwaitingReason = S.Literal('notification', 'stop', 'session_start', 'interrupted')
export { Provider, ToolId } from '../../domain/tools/schema.js'

/** A session's situation, decided on the server and used by the dashboard, the command line and notifications. */
export const Situation = S.Literal(
  'needs_you',
  'failed',
  'working',
  'your_turn',
  'interrupted',
  'ready',
  'done',
  'abandoned',
)

export const Tokens = S.Struct({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
})

export const Envelope = S.Struct({
  error: S.Struct({ code: S.optional(S.String), message: S.String }),
})
