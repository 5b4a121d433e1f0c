import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Context, Hono } from 'hono'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import { ArrayFormatter, type ParseResult, Schema } from '../domain/schema.js'
import { StorageFailure } from '../events/commit.js'
import type { Scope } from '../projections/queries/filter.js'
import { type Caller, callerOf } from './access.js'
import { readText, refuseUnread } from './body.js'
import type { Endpoint } from './contract/endpoint.js'
import { contract, type Route } from './contract/index.js'
import type { Handler, Handlers, RequestInfo } from './handler.js'
import { envelope } from './rejection.js'
import type { RowFinders } from './rows.js'

const ONE_MEGABYTE = 1024 * 1024

export interface MountOptions {
  /** Whether all tables can be read. During a rebuild, changes are refused and hooks are accepted. */
  readonly ready: () => boolean
  readonly rows: RowFinders
  /** Validates every response against its declaration, in tests and development. */
  readonly checkAnswers: boolean
  readonly onDefect: (error: unknown, route: string) => void
  readonly onServed: (route: string, status: number, seconds: number) => void
  readonly monotonic: () => number
}

/** Binds the contract to its handlers. This is the only place on the request path that runs an Effect. */
export const mount = (app: Hono, handlers: Handlers, options: MountOptions): void => {
  for (const [key, declaration] of Object.entries(contract) as [Route, Endpoint][]) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key] as Handler<Route>
    app.on(method, path, async (c) => {
      const started = options.monotonic()
      const response = await answer(c, key, declaration, handler, options)
      options.onServed(key, response.status, options.monotonic() - started)
      return response
    })
  }
}

const answer = async (
  c: Context,
  key: Route,
  declaration: Endpoint,
  handler: Handler<Route>,
  options: MountOptions,
): Promise<Response> => {
  try {
    const { access } = declaration
    // A read is refused only if it uses a table that is being rebuilt. A change is always refused, because it depends on reads.
    if ('verb' in access && access.verb === 'write' && !options.ready()) {
      return envelope(reject('EREBUILDING', 'the tables are being rebuilt; try again shortly'))
    }
    const isLeft = c.req.method === 'GET' || declaration.upload !== undefined
    const text = isLeft ? '' : await readText(c, declaration.bodyLimit ?? ONE_MEGABYTE)
    const [caller, params, query] = [callerOf(access), c.req.param(), readQuery(c, declaration)]
    // After reading the body, which may arrive slowly, but before the body is validated.
    const row = findRow(declaration, params, query, caller, options.rows)
    if (isRejection(text)) return await refuseUnread(c, isRejection(row) ? row : text)
    if (isRejection(row)) return envelope(row)
    const body = decodeBody(declaration, text)
    if (isRejection(body)) return envelope(body)
    const input = { params, query, body }
    const request = {
      row,
      header: (name: string) => c.req.header(name),
      text,
      upload: () => uploadOf(c),
      // The spread comes last: an object that is spread and then extended outlives the young generation, and the body with it.
      ...caller,
    }
    const given = handler(input as never, request as never)
    const result = Effect.isEffect(given) ? await Effect.runPromise(settled(given)) : await given
    if (isRejection(result)) return envelope(result)
    if (result instanceof Response) return result
    const { status, json } = result as { readonly status: number; readonly json: unknown }
    if (options.checkAnswers) checkAnswer(key, declaration, status, json)
    return c.json(json, status as 200)
  } catch (error) {
    if (error instanceof StorageFailure) return envelope(reject(codeUnstored(declaration), error.message))
    if (isRejection(error)) return envelope(error)
    options.onDefect(error, key)
    return envelope(reject('EINTERNAL', 'internal error; see the service log'))
  }
}

/** Runs an Effect so that it resolves to its rejection, including one that a query threw inside it. */
const settled = <A>(effect: Effect.Effect<A, Rejection>): Effect.Effect<A | Rejection> =>
  Effect.merge(
    Effect.catchAllDefect(effect, (defect) => (isRejection(defect) ? Effect.fail(defect) : Effect.die(defect))),
  )

/** Returns the error code for a failed database. For a hook it asks for a retry; the forwarder spools it meanwhile. */
const codeUnstored = ({ access }: Endpoint): 'EUNAVAILABLE' | 'EINTERNAL' =>
  access.actor === 'hook' ? 'EUNAVAILABLE' : 'EINTERNAL'

const uploadOf = (c: Context): ReturnType<RequestInfo['upload']> => ({
  contentType: c.req.header('content-type') ?? '',
  stream: (c.req.raw.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>,
})

const findRow = (
  { about }: Endpoint,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  { visibility }: Caller,
  rows: RowFinders,
): unknown => {
  if (about === undefined) return undefined
  const { sources = [], providers = [] } = query as Partial<Scope>
  const row = rows[about.kind](params[about.param] ?? '', visibility, { sources, providers })
  return row ?? reject('NOT_FOUND', `${about.kind} not found`)
}

const readQuery = (c: Context, { query }: Endpoint): Record<string, unknown> => {
  if (query === undefined) return {}
  return Object.fromEntries(Object.entries(query).map(([name, param]) => [name, param.read(c.req.queries(name) ?? [])]))
}

const decodeBody = ({ body }: Endpoint, text: string): unknown => {
  if (body === undefined) return undefined
  let parsed: unknown
  try {
    parsed = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return reject('INVALID_INPUT', 'the body is not JSON')
  }
  const decoded = Schema.decodeUnknownEither(body)(parsed)
  return Either.isRight(decoded) ? decoded.right : explain(decoded.left)
}

/** Returns a rejection that names the invalid member and what is expected. */
const explain = (error: ParseResult.ParseError): Rejection => {
  const [issue] = ArrayFormatter.formatErrorSync(error)
  const field = issue?.path.map(String).join('.') || 'body'
  return reject('INVALID_INPUT', `${field}: ${issue?.message ?? 'invalid value'}`, { fields: { field } })
}

const checkAnswer = (key: Route, { answers }: Endpoint, status: number, json: unknown): void => {
  const schema = answers?.[status]
  if (schema === undefined) throw new Error(`${key} does not declare status ${status}`)
  Schema.validateSync(schema, { onExcessProperty: 'error' })(json)
}
