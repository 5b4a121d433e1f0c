import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { anyOf, describedAs } from '../json.js'

const optional = S.optional
const Models = S.Struct({ opus: optional(S.String), sonnet: optional(S.String), haiku: optional(S.String) })
const own = { name: S.String, hasKey: S.Boolean, model: Nullable(S.String), models: Models }
const of = { baseUrl: S.String, createdAt: DateTime, updatedAt: DateTime, lanes: Count }

/** Members see no more than what they may choose. */
const Router = S.Struct({
  ...own,
  baseUrl: optional(of.baseUrl),
  createdAt: optional(of.createdAt),
  updatedAt: optional(of.updatedAt),
  lanes: optional(of.lanes),
})

const LaneResults = S.Array(S.Struct({ id: S.Int, ok: S.Boolean, error: optional(S.String) }))
const members = {
  baseUrl: S.String,
  /** Absent keeps the saved one, if the address stays; null removes it. */
  apiKey: optional(Nullable(S.String)),
  model: optional(Nullable(S.String)),
  models: optional(Models),
}
const sent = anyOf('name', 'baseUrl', 'apiKey', 'model', 'models')
const writing = { tag: 'config', access: 'router:write', checksText: true } as const

/** The proxies for requests of agents. Their keys are never returned. */
export const aiRouters = {
  'GET /api/ai-routers': endpoint({
    summary: 'List the AI proxies',
    tag: 'config',
    access: 'router:read',
    answers: { 200: S.Struct({ routers: S.Array(Router) }) },
  }),
  'POST /api/ai-routers': endpoint({
    summary: 'Save a new AI proxy',
    ...writing,
    body: describedAs(S.Struct(sent), S.Struct({ name: S.String, ...members })),
    answers: { 201: S.Struct({ router: Router }) },
    errors: ['EBADNAME', 'EBADURL', 'EBADKEY', 'EBADFIELD', 'EEXISTS', 'ENOTFOUND'],
  }),
  // Before the routes of one proxy, whose `:name` would match it.
  'POST /api/ai-routers/test': endpoint({
    summary: 'Send one message to an AI proxy, and see what it answers',
    ...writing,
    body: describedAs(
      S.Struct(anyOf('baseUrl', 'apiKey', 'name')),
      S.Struct({ baseUrl: S.String, apiKey: optional(Nullable(S.String)), name: optional(S.String) }),
    ),
    answers: { 200: S.Struct({ ok: S.Boolean, status: Nullable(S.Int), message: S.String }) },
    errors: ['EBADURL', 'EBADKEY', 'ENOTFOUND'],
  }),
  'PATCH /api/ai-routers/:name': endpoint({
    summary: 'Change an AI proxy',
    ...writing,
    body: describedAs(S.Struct(sent), S.Struct({ ...members, baseUrl: optional(S.String) })),
    answers: { 200: S.Struct({ router: Router, lanes: LaneResults }) },
    errors: ['EBADURL', 'EBADKEY', 'EBADFIELD', 'ENOTFOUND'],
  }),
  'DELETE /api/ai-routers/:name': endpoint({
    summary: 'Delete an AI proxy with its key',
    ...writing,
    answers: { 200: S.Struct({ ok: S.Literal(true), lanes: LaneResults }) },
    errors: ['ENOTFOUND'],
  }),
} as const
