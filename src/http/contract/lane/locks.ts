import { Schema as S } from '../../../domain/schema.js'
import { Count } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { text } from '../param.js'

const held = {
  holder: S.String,
  /** In seconds since the epoch. */
  since: S.Int,
  /** Seconds since then, at the time of the response. */
  ageSec: Count,
}

// The domain checks the value, with a code of its own.
const Holder = describedAs(S.Struct({ holder: S.optional(Json) }), S.Struct({ holder: S.String }))

export const locks = {
  'GET /api/locks': endpoint({
    summary: 'List the named locks that are held',
    tag: 'locks',
    access: 'lock:read',
    query: { user: text('another account, by its username or id, of which staff see the names') },
    answers: {
      200: S.Struct({ locks: S.Array(S.Union(S.Struct({ name: S.String, ...held }), S.Struct({ name: S.String }))) }),
    },
    errors: ['EADMIN', 'ENOUSER'],
  }),
  'POST /api/locks/:name/acquire': endpoint({
    summary: 'Acquire a named lock if it is free',
    tag: 'locks',
    access: 'lock:write',
    body: Holder,
    answers: {
      200: S.Struct({ acquired: S.Literal(true) }),
      409: S.Struct({ acquired: S.Literal(false), ...held }),
    },
    errors: ['EBADHOLDER'],
  }),
  'POST /api/locks/:name/release': endpoint({
    summary: 'Release a named lock',
    tag: 'locks',
    access: 'lock:write',
    body: Holder,
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['EBADHOLDER', 'ENOLOCK', 'ENOTHOLDER'],
  }),
} as const
