import { Schema as S } from '../../domain/schema.js'
import { AGENT_STATUSES, AWAITING_REASONS, SESSION_STATUSES, SITUATIONS } from '../../domain/session/status.js'
import { Json } from './json.js'

export const Nullable = <A, I>(schema: S.Schema<A, I>) => S.NullOr(schema)

/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const DateTime = S.String.annotations({ jsonSchema: { type: 'string', format: 'date-time' } })
/** A day, as `YYYY-MM-DD`. */
export const CivilDate = S.String.annotations({ jsonSchema: { type: 'string', format: 'date' } })
export const Count = S.Int.annotations({ jsonSchema: { type: 'integer', minimum: 0 } })
export const Usd = S.Number.annotations({ description: 'USD', jsonSchema: { type: 'number' } })
/** Models that no pricing rule matches. Their cost is missing from the sums beside this list. */
export const UnpricedModels = S.Array(S.String)
export const Counts = S.Record({ key: S.String, value: S.Int })

export const SessionStatus = S.Literal(...SESSION_STATUSES)
export const AgentStatus = S.Literal(...AGENT_STATUSES)
export const AwaitingReason = S.Literal(...AWAITING_REASONS)
export { Provider, ToolId } from '../../domain/tools/schema.js'

export const Situation = S.Literal(...SITUATIONS)

export const Tokens = S.Struct({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
})

export const Envelope = S.Struct({
  /** Some codes have further members, such as the field that is not valid. */
  error: S.Struct({ code: S.optional(S.String), message: S.String }, S.Record({ key: S.String, value: Json })),
})
