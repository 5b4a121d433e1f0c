import { Envelope } from '../contract/common.js'
import type { Access, Endpoint } from '../contract/endpoint.js'
import { contract, type Route } from '../contract/index.js'
import { operations } from './operations/index.js'
import { type Json, schema303 } from './schema-303.js'
import { TAGS } from './tags.js'

/** npm's term for a program without a licence. */
const LICENSE = 'UNLICENSED'

/** Returns the contract as an OpenAPI 3.0.3 document. */
export const openApi = (version: string): Json => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, declaration] of Object.entries(contract) as [Route, Endpoint][]) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] ??= {}
    paths[template][method.toLowerCase()] = operation(key, path, declaration)
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Switchyard',
      version,
      description: 'Sessions, agents, events, tool executions, tokens and cost of terminal coding agents.',
      license: { name: LICENSE },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: schema303(Envelope) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-dashboard-token' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  }
}

/** The description of any route. */
interface Described {
  readonly description: string
  readonly request?: unknown
  readonly answer?: unknown
  readonly text?: string
}

const operation = (key: Route, path: string, declaration: Endpoint): Json => {
  const described: Described = operations[key]
  return {
    operationId: key.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    summary: declaration.summary,
    description: described.description,
    tags: [declaration.tag],
    parameters: [...pathParameters(path), ...queryParameters(declaration)],
    ...requestBody(declaration, described),
    responses: responses(declaration, described),
    security: securityOf(declaration.access),
  }
}

const ANY_OBJECT = { type: 'object', additionalProperties: true }

const requestBody = ({ body, upload }: Endpoint, { request }: Described): Json => {
  if (upload !== undefined) {
    const files = { type: 'array', items: { type: 'string', format: 'binary' } }
    const schema = { type: 'object', properties: { [upload]: files } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (request === undefined) return {}
  const schema = body === undefined ? ANY_OBJECT : schema303(body)
  return { requestBody: { required: false, content: { 'application/json': { schema, example: request } } } }
}

const securityOf = (access: Access): readonly Json[] =>
  access.actor === 'public' || access.actor === 'hook' ? [] : [{}, { bearer: [] }, { header: [] }, { query: [] }]

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = ({ query = {} }: Endpoint): readonly Json[] =>
  Object.entries(query).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }))

const REFUSAL = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

const rawContent = (type: string, example: unknown): Json => {
  if (example === undefined) return { schema: { type: 'string', format: 'binary' } }
  return { schema: type === 'application/json' ? ANY_OBJECT : { type: 'string' }, example }
}

const responses = ({ answers = {}, raw = {} }: Endpoint, { answer, text }: Described): Json => {
  const all: Record<string, unknown> = {}
  for (const [status, schema] of Object.entries(answers)) {
    all[status] = {
      description: 'Success',
      content: { 'application/json': { schema: schema303(schema), example: answer } },
    }
  }
  for (const [status, type] of Object.entries(raw)) {
    all[status] =
      type === null
        ? { description: 'Success, without a body' }
        : { description: 'Success', content: { [type]: rawContent(type, text ?? answer) } }
  }
  // Every route checks the Host header, including routes that need no token.
  return { ...all, '4XX': REFUSAL, '5XX': REFUSAL }
}
