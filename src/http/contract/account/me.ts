import { MAX_INSTRUCTIONS } from '../../../domain/account/instructions.js'
import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'

const Prefs = S.Struct({ prefs: S.Record({ key: S.String, value: S.String }), onboardedAt: Nullable(DateTime) })

// The domain checks it, with a code of its own.
const PrefChanges = describedAs(
  S.Struct({ prefs: S.optional(Json) }),
  S.Struct({ prefs: S.Record({ key: S.String, value: S.NullOr(S.String) }) }),
)
const Given = describedAs(S.Struct({ instructions: S.optional(Json) }), S.Struct({ instructions: S.NullOr(S.String) }))

const Instructions = S.Struct({
  instructions: Nullable(S.String),
  /** Code points. */
  max: S.Literal(MAX_INSTRUCTIONS),
  /** The tools whose new agents are told them. */
  tools: S.Array(ToolId),
})

const LIMIT = 256 * 1024

export const me = {
  'GET /api/me/account': endpoint({
    summary: 'Get the account of the caller',
    tag: 'account',
    access: 'me:read',
    answers: { 200: S.Struct({ mode: S.Literal('local') }) },
    tables: false,
  }),
  'GET /api/me/prefs': endpoint({
    summary: 'Get the preferences of the caller',
    tag: 'account',
    access: 'me:read',
    answers: { 200: Prefs },
  }),
  'PUT /api/me/prefs': endpoint({
    summary: 'Change preferences of the caller; null removes one',
    tag: 'account',
    access: 'me:write',
    body: PrefChanges,
    answers: { 200: Prefs },
    errors: ['EBADPREFS'],
  }),
  'POST /api/me/onboarded': endpoint({
    summary: 'Mark the first-run setup as done',
    tag: 'account',
    access: 'me:write',
    answers: { 200: Prefs },
  }),
  'GET /api/me/instructions': endpoint({
    summary: 'Get what new agents of the caller are told',
    tag: 'account',
    access: 'me:read',
    answers: { 200: Instructions },
  }),
  'PUT /api/me/instructions': endpoint({
    summary: 'Set what new agents of the caller are told',
    tag: 'account',
    access: 'me:write',
    body: Given,
    bodyLimit: LIMIT,
    answers: { 200: Instructions },
    errors: ['EBADFIELD', 'ETOOBIG'],
  }),
  'GET /api/lanes/:id/instructions': endpoint({
    summary: 'Get what new agents of a lane are told',
    tag: 'lanes',
    access: 'lane:read',
    about: { kind: 'lane', param: 'id' },
    answers: { 200: Instructions },
  }),
  'PUT /api/lanes/:id/instructions': endpoint({
    summary: 'Set what new agents of a lane are told, after the instructions of its owner',
    tag: 'lanes',
    access: 'lane:write',
    about: { kind: 'lane', param: 'id' },
    body: Given,
    bodyLimit: LIMIT,
    answers: { 200: Instructions },
    errors: ['EBADFIELD', 'ETOOBIG'],
  }),
} as const
