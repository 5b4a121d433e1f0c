import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, UnpricedModels, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { scope } from '../param.js'

const Turn = S.Struct({
  /** 1 for the first one. */
  number: S.Int,
  /** The first 500 characters. */
  prompt: S.String,
  at: DateTime,
  /** The last call or event of the turn. */
  ended_at: DateTime,
  /** The line of the transcript with the prompt; null if only a hook reported it. */
  line: Nullable(S.Int),
  calls: Count,
  failures: Count,
  cost: Usd,
  /** Models without a price: `cost` does not include them. */
  unpriced: UnpricedModels,
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  /** What its calls changed, subagents included. */
  files: S.Array(S.Struct({ path: S.String, added: Count, removed: Count })),
})

export const turns = {
  'GET /api/sessions/:id/turns': endpoint({
    summary: 'List the turns of a session with cost, calls and changed files, oldest first',
    tag: 'sessions',
    access: 'session:read',
    about: { kind: 'session', param: 'id' },
    query: scope,
    answers: { 200: S.Struct({ turns: S.Array(Turn) }) },
    errors: ['EUNAVAILABLE'],
  }),
} as const
