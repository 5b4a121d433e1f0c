import { JSONSchema } from '../domain/schema.js'
import { Envelope } from './contract/common.js'
import type { Access, AnySchema, Endpoint } from './contract/endpoint.js'
import { contract } from './contract/index.js'

type Json = Readonly<Record<string, unknown>>

/** The contract as an OpenAPI 3.0.3 document. */
export const openApi = (version: string): Json => {
  const components: Record<string, unknown> = { Error: convert(Envelope) }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, declaration] of Object.entries(contract) as [string, Endpoint][]) {
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
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-dashboard-token' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  }
}

const operation = (key: string, path: string, declaration: Endpoint): Json => ({
  operationId: key.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  summary: declaration.summary,
  tags: [declaration.tag],
  parameters: [...pathParameters(path), ...queryParameters(declaration)],
  ...uploadBody(declaration),
  ...(declaration.body === undefined || declaration.upload !== undefined
    ? {}
    : { requestBody: { required: false, content: { 'application/json': { schema: convert(declaration.body) } } } }),
  responses: responses(declaration),
  security: securityOf(declaration.access),
})

const uploadBody = ({ upload }: Endpoint): Json => {
  if (upload === undefined) return {}
  const files = { type: 'array', items: { type: 'string', format: 'binary' } }
  const schema = { type: 'object', properties: { [upload]: files } }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
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

const responses = ({ answers = {}, raw = {}, access }: Endpoint): Json => {
  const all: Record<string, unknown> = {}
  for (const [status, schema] of Object.entries(answers)) {
    all[status] = { description: 'Success', content: { 'application/json': { schema: convert(schema) } } }
  }
  for (const [status, type] of Object.entries(raw)) {
    all[status] =
      type === null
        ? { description: 'Success, without a body' }
        : { description: 'Success', content: { [type]: { schema: { type: 'string', format: 'binary' } } } }
  }
  const refusal = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  if (access.actor !== 'public') all['4XX'] = refusal
  all['5XX'] = refusal
  return all
}

const converted = new WeakMap<AnySchema, unknown>()

const convert = (schema: AnySchema): unknown => {
  const known = converted.get(schema)
  if (known !== undefined) return known
  const { $schema: _, $defs = {}, ...root } = JSONSchema.make(schema) as unknown as Json & { $defs?: Json }
  const result = to303(root, $defs)
  converted.set(schema, result)
  return result
}

/** JSON Schema draft 7 as OpenAPI 3.0.3 wants it: no null type, no $defs, no empty required, no boolean bounds. */
const to303 = (node: unknown, defs: Json): unknown => {
  if (Array.isArray(node)) return node.map((item) => to303(item, defs))
  if (typeof node !== 'object' || node === null) return node
  const schema = node as Json
  if (typeof schema.$ref === 'string') return to303(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs)
  if (Array.isArray(schema.anyOf)) return alternatives(schema, schema.anyOf as readonly Json[], defs)
  if (schema.const !== undefined) return { ...describe(schema), enum: [schema.const] }
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$id' || key === '$schema' || key === '$comment' || key === 'patternProperties') continue
    if (key === 'required' && Array.isArray(value) && value.length === 0) continue
    // What is not named may still come: later releases add members.
    if (key === 'additionalProperties' && value === false) continue
    out[key] = key === 'properties' ? properties(value as Json, defs) : key === 'enum' ? value : to303(value, defs)
  }
  const patterns = schema.patternProperties as Json | undefined
  if (patterns !== undefined) out.additionalProperties = to303(Object.values(patterns)[0], defs)
  if (Array.isArray(schema.enum) && out.type === undefined) out.type = typeof schema.enum[0]
  return out
}

const describe = (schema: Json): Json =>
  typeof schema.description === 'string' ? { description: schema.description } : {}

const properties = (members: Json, defs: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, to303(member, defs)]))

const alternatives = (schema: Json, options: readonly Json[], defs: Json): Json => {
  const some = options.filter(({ type }) => type !== 'null')
  const nullable = some.length < options.length ? { nullable: true } : {}
  const only = some.length === 1 ? (to303(some[0], defs) as Json) : { anyOf: to303(some, defs) }
  return { ...describe(schema), ...only, ...nullable }
}
