import { listsOwners, OWN_ROWS } from '../contract/own-rows.js'
import { type PermissionName, permissionNamed } from '../../domain/access/permission.js'
import { codesOf } from '../contract/codes.js'
import { Envelope } from '../contract/common.js'
import type { AnySchema, Endpoint } from '../contract/endpoint.js'
import { contract as whole, type AnyContract } from '../contract/index.js'
import { type FormFiles, isRawAnswer, isRawBody } from '../contract/raw.js'
import { Schema } from '../../domain/schema.js'
import type { AnyOperation, OperationsOf } from './operation.js'
import { operations } from './operations/index.js'
import { refusalExamples, refusals } from './rejections.js'
import { type Json, schema303 } from './schema-303.js'
import { TAGS } from './tags.js'

/** npm's term for a program without a licence. */
const LICENSE = 'UNLICENSED'

/** Returns the service's contract as an OpenAPI 3.0.3 document. */
export const openApi = (version: string): Json => openApiOf(version, whole, operations)

/** Returns a contract as an OpenAPI 3.0.3 document. */
export const openApiOf = <const C extends AnyContract>(version: string, contract: C, said: OperationsOf<C>): Json => {
  const paths: Record<string, Record<string, unknown>> = {}
  const routes = Object.entries<Endpoint>(contract).map(([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ')
    return { key, method, path, endpoint }
  })
  for (const { key, method, path, endpoint } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] ??= {}
    paths[template][method.toLowerCase()] = operation(key, endpoint, said[key] as AnyOperation)
  }
  const codes = new Set(routes.flatMap(({ method, endpoint }) => codesOf(method, endpoint)))
  const used = new Set(routes.map(({ endpoint }) => endpoint.tag))
  return {
    openapi: '3.0.3',
    info: {
      title: 'Switchyard',
      version,
      description: 'Sessions, agents, events, tool executions, tokens and cost of terminal coding agents.',
      license: { name: LICENSE },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    components: {
      schemas: { Error: schema303(Envelope) },
      examples: refusalExamples(codes),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-dashboard-token' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  }
}

const operation = (key: string, endpoint: Endpoint, described: AnyOperation): Json => {
  const [method = '', path = ''] = key.split(' ')
  return {
    operationId: key.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    summary: endpoint.summary,
    description: described.description,
    tags: [endpoint.tag],
    parameters: [...pathParameters(path), ...queryParameters(endpoint)],
    ...requestBody(endpoint, described),
    responses: { ...successes(endpoint, described), ...refusals(method, endpoint) },
    security: securityOf(endpoint.access),
  }
}

const requestBody = ({ body }: Endpoint, { request }: AnyOperation): Json => {
  if (body === undefined) return {}
  const content: RawContent = isRawBody(body) ? body.content : { 'application/json': body }
  const described = Object.entries(content).map(([type, part]) => [
    type,
    Schema.isSchema(part) ? { schema: schema303(part), example: request } : { schema: formSchema(part) },
  ])
  const required = isRawBody(body) && body.as === 'stream'
  return { requestBody: { required, content: Object.fromEntries(described) as Json } }
}

type RawContent = Readonly<Record<string, AnySchema | FormFiles>>

const formSchema = ({ field }: FormFiles): Json => ({
  type: 'object',
  properties: { [field]: { type: 'array', items: { type: 'string', format: 'binary' } } },
})

const securityOf = (access: PermissionName): readonly Json[] =>
  permissionNamed(access).entry !== 'guarded' ? [] : [{}, { bearer: [] }, { header: [] }, { query: [] }]

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = (endpoint: Endpoint): readonly Json[] => {
  const declared = Object.entries(endpoint.query ?? {}).map(([name, { schema, description }]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema,
  }))
  return listsOwners(endpoint) ? [...declared, { ...OWN_ROWS, in: 'query', required: false }] : declared
}

const rawContent = (example: unknown): Json =>
  example === undefined ? { schema: { type: 'string', format: 'binary' } } : { schema: { type: 'string' }, example }

const successes = ({ answers }: Endpoint, described: AnyOperation): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      success(answer, { ...described, answer: described.others?.[Number(status)] ?? described.answer }),
    ]),
  )

const success = (answer: Endpoint['answers'][number], { answer: example, text }: AnyOperation): Json => {
  if (!isRawAnswer(answer)) {
    return { description: 'Success', content: { 'application/json': { schema: schema303(answer), example } } }
  }
  if (answer.type === null) return { description: 'Success, without a body' }
  const [type = ''] = answer.type.split(';')
  if (answer.content !== undefined) {
    return { description: 'Success', content: { [type]: { schema: schema303(answer.content), example } } }
  }
  return { description: 'Success', content: { [type]: rawContent(text ?? example) } }
}
