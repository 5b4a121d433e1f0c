import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import * as Exit from 'effect/Exit'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Machine } from '../commands/ports/machine.js'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import { parseShallow } from '../domain/json/depth.js'
import { Schema } from '../domain/schema.js'
import { problemOf } from '../domain/schema-problem.js'
import { StorageFailure } from '../events/commit.js'
import type { Scope } from '../projections/queries/filter.js'
import type { Author } from '../domain/access/author.js'
import type { Caller } from '../domain/access/caller.js'
import { type PermissionName, permissionNamed } from '../domain/access/permission.js'
import type { Admit, Arrival } from './access/admit.js'
import { arrivalOf } from './access/arrival.js'
import { type ClientFacts, clientFacts } from './access/client.js'
import { clearedCookie } from './access/cookie.js'
import { showsToken } from './access/server-admission.js'
import { incomingBody, readText, refuseUnread } from './body.js'
import { codesOf, statusAt } from './contract/codes.js'
import type { Endpoint } from './contract/endpoint.js'
import type { AnyContract } from './contract/index.js'
import { isRawAnswer, isRawBody } from './contract/raw.js'
import { listsOwners, OWN_ROWS } from './contract/own-rows.js'
import { absent, ABSENT_IN_SERVER_MODE, isAbsent, type RowKind } from './contract/row-kinds.js'
import { isJsonType } from './access/hook-origin.js'
import type { HandlersOf } from './handler.js'
import { envelope } from './rejection.js'
import { type AnyReply, rawResponse } from './respond.js'
import type { RowFinders, Rows } from './rows.js'

const REBUILDING = reject('EREBUILDING', 'the tables are being rebuilt; try again shortly')
const ONE_MEGABYTE = 1024 * 1024

/** What server mode adds to the routes. */
export interface ServerRoutes {
  /** Compares the password that a caller was asked for again. */
  readonly confirm: (caller: Caller, password: unknown) => Effect.Effect<void, Rejection | StorageFailure>
  /** Records what staff read and changed of others; what it returns is whose author the command has. */
  readonly watch: Watch
}

/** A request that may concern rows of somebody else. */
export interface Watched {
  readonly route: string
  readonly caller: Caller
  readonly access: PermissionName
  readonly kind: RowKind | null
  readonly row: unknown
  readonly query: Readonly<Record<string, unknown>>
  /** The names of the members of the body. */
  readonly fields: readonly string[]
}

type Watch = (watched: Watched) => {
  readonly author: Author
  /** Records it. The answer waits for this: without the record there is no answer. */
  readonly answered: Effect.Effect<void, StorageFailure>
} | null

export interface MountOptions {
  readonly admit: Admit
  /** The default trusts no proxy. */
  readonly clientOf?: (arrival: Arrival) => ClientFacts
  /** Absent in local mode. */
  readonly server?: ServerRoutes
  /** Whether all tables can be read. During a rebuild, changes are refused and hooks are accepted. */
  readonly ready: () => boolean
  readonly rows: RowFinders
  /** Returns why a caller must change nothing in a lane; null if they may. Without it, everybody may who may change its row. */
  readonly barred?: (lane: Rows['lane'], caller: Caller) => string | null
  /** Compares every response and rejection with its declaration, in tests and development. */
  readonly checkAnswers: boolean
  /** Runs an Effect until it ends. An abort of the signal interrupts it. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Machine>, signal: AbortSignal) => Promise<Exit.Exit<A, E>>
  readonly onDefect: (error: unknown, route: string) => void
  readonly onServed: (route: string, status: number, seconds: number) => void
  readonly monotonic: () => number
}

type AnyResult = AnyReply | Rejection
type AnyHandler = (
  input: unknown,
  request: unknown,
) => AnyResult | Promise<AnyResult> | Effect.Effect<AnyReply, Rejection | StorageFailure, Machine>

/** Binds a contract to its handlers. The Effect of a request is interrupted when its client disconnects. */
export const mount = <const C extends AnyContract>(
  app: Hono<{ Bindings: HttpBindings }>,
  contract: C,
  handlers: HandlersOf<C>,
  options: MountOptions,
): void => {
  for (const [key, declaration] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key] as unknown as AnyHandler
    app.on(method, path, async (c) => {
      const arrival = arrivalOf(c, declaration.embedded)
      const caller = options.admit(declaration.access, arrival)
      if (isRejection(caller)) return refusedEntry(c, declaration, arrival, caller)
      const started = options.monotonic()
      const response = await answer(c, key, declaration, handler, caller, options)
      options.onServed(key, response.status, options.monotonic() - started)
      return response
    })
  }
}

const answer = async (
  c: Context,
  key: string,
  declaration: Endpoint,
  handler: AnyHandler,
  caller: Caller,
  options: MountOptions,
): Promise<Response> => {
  try {
    const seen = narrowed(c, declaration, caller)
    const result = hiding(declaration, await serve(c, key, declaration, handler, seen, options), options)
    if (options.checkAnswers) checkResult(key, declaration, result)
    if (isRejection(result)) return await refuse(c, declaration, result)
    if (result.json === undefined) return rawResponse(declaration, result)
    return c.json(result.json, result.status as 200, result.headers)
  } catch (error) {
    // The status that proxies log for such a request.
    if (error instanceof Interrupted) return new Response(null, { status: 499 })
    options.onDefect(error, key)
    // Rows of another release need not have the shape of this one.
    if (!options.ready()) return envelope(REBUILDING)
    return envelope(reject('EINTERNAL', 'internal error; see the service log'))
  }
}

/** Returns the caller of a list, who may ask for their own rows only. With one user, all rows are. */
const narrowed = ({ req }: Context, declaration: Endpoint, caller: Caller): Caller =>
  listsOwners(declaration) && caller.principal.kind !== 'local' && req.query(OWN_ROWS.name) === 'own'
    ? { ...caller, reads: caller.own }
    : caller

/** Calls the handler of a valid request. Rejections that something below it threw are returned like its own. */
const serve = async (
  c: Context,
  key: string,
  declaration: Endpoint,
  handler: AnyHandler,
  caller: Caller,
  options: MountOptions,
): Promise<AnyResult> => {
  try {
    const { entry, verb } = permissionNamed(declaration.access)
    // A read is refused only if it uses a table that is being rebuilt. A change is always refused, because it depends on reads.
    if (entry === 'guarded' && verb === 'write' && !options.ready()) {
      return REBUILDING
    }
    const text = await readBody(c, declaration)
    const { server, clientOf = DIRECT } = options
    const isConfirmed = declaration.confirmed === true && server !== undefined
    const isParsed = !isRawBody(declaration.body) && (declaration.body !== undefined || isConfirmed)
    const parsed = isParsed && !isRejection(text) ? parseBody(text, declaration) : undefined
    const query = readQuery(c, declaration)
    const isPreview = declaration.previewed === true && (memberOf(parsed, 'dry_run') ?? query['preview']) === true
    if (isConfirmed && !isPreview) {
      if (isRejection(text)) return text
      if (isMisdeclared(c, declaration, text ?? '')) return MISDECLARED
      if (isRejection(parsed)) return parsed
      const password = memberOf(parsed, PASSWORD)
      settled(await options.run(server.confirm(caller, password), c.req.raw.signal))
    }
    const params = c.req.param()
    // After reading the body, which may arrive slowly, but before the body is validated.
    const row = findRow(declaration, params, query, caller, options)
    if (isRejection(row)) return row
    if (isRejection(text)) return text
    if (isMisdeclared(c, declaration, text ?? '')) return MISDECLARED
    if (isRejection(parsed)) return parsed
    const body = isRawBody(declaration.body) ? (text ?? incomingBody(c)) : decodeBody(declaration, parsed)
    if (isRejection(body)) return body
    const input = { params, query, body }
    const watched =
      server === undefined ? null : server.watch(watchedOf(key, declaration, { caller, row, query, parsed }))
    const request = {
      row,
      header: (name: string) => c.req.header(name),
      client: () => clientOf(arrivalOf(c)),
      // The spread comes last: an object that is spread and then extended outlives the young generation, and the body with it.
      ...(watched === null ? caller : { ...caller, author: watched.author }),
    }
    const given = handler(input, request)
    const result = Effect.isEffect(given) ? settled(await options.run(given, c.req.raw.signal)) : await given
    if (watched !== null && !isRejection(result)) settled(await options.run(watched.answered, NEVER))
    return result
  } catch (error) {
    if (error instanceof StorageFailure) return reject(codeUnstored(declaration), error.message)
    if (isRejection(error)) return error
    throw error
  }
}

const watchedOf = (
  route: string,
  { access, about }: Endpoint,
  { parsed, ...of }: Pick<Watched, 'caller' | 'row' | 'query'> & { readonly parsed: unknown },
): Watched => ({
  ...of,
  route,
  access,
  kind: about?.kind ?? null,
  fields: typeof parsed === 'object' && parsed !== null ? Object.keys(parsed).filter((name) => name !== PASSWORD) : [],
})

/** Returns the body as text; undefined for a GET request and if the handler reads the body. */
const readBody = async (c: Context, { body, bodyLimit }: Endpoint): Promise<string | Rejection | undefined> => {
  const isLeft = c.req.method === 'GET' || (isRawBody(body) && body.as === 'stream')
  return isLeft ? undefined : readText(c, bodyLimit ?? ONE_MEGABYTE)
}

const refuse = (c: Context, declaration: Endpoint, rejection: Rejection): Response | Promise<Response> => {
  const refused = { ...rejection, status: statusAt(declaration, rejection.code) }
  const { body } = declaration
  const isRead = c.req.method === 'GET' || (isRawBody(body) && body.as === 'stream' && refused.code !== 'ETOOBIG')
  return isRead ? envelope(refused) : refuseUnread(c, refused)
}

/** Nobody reads the response: the client disconnected, or the service stops. */
class Interrupted extends Error {}

/** Returns what an Effect returned. Throws its error or defect. */
const settled = <A>(exit: Exit.Exit<A, unknown>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.isInterruptedOnly(exit.cause) ? new Interrupted() : Cause.squash(exit.cause)
}

/** Returns the error code for a failed database. A hook declares one that asks for a retry; the forwarder spools it meanwhile. */
const codeUnstored = ({ errors = [] }: Endpoint): 'EUNAVAILABLE' | 'EINTERNAL' =>
  errors.includes('EUNAVAILABLE') ? 'EUNAVAILABLE' : 'EINTERNAL'

const findRow = (
  { about, access }: Endpoint,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  caller: Caller,
  { rows, barred }: Pick<MountOptions, 'rows' | 'barred'>,
): unknown => {
  if (about === undefined) return undefined
  const { sources = [], providers = [] } = query as Partial<Scope>
  const isWrite = permissionNamed(access).verb === 'write'
  const visibility = isWrite ? caller.writes : caller.reads
  const row = rows[about.kind](params[about.param] ?? '', visibility, { sources, providers })
  if (row === undefined) return absent(about.kind)
  const why = isWrite && about.kind === 'lane' ? (barred?.(row as Rows['lane'], caller) ?? null) : null
  return why === null ? row : { ...absent(about.kind), message: why }
}

const readQuery = (c: Context, { query }: Endpoint): Record<string, unknown> => {
  if (query === undefined) return {}
  return Object.fromEntries(Object.entries(query).map(([name, param]) => [name, param.read(c.req.queries(name) ?? [])]))
}

/**
 * Whether a browser sends something else than JSON to a route that expects it. Pages of other origins can send forms and plain
 * text without asking first. Other clients need not declare what they send.
 */
const isMisdeclared = ({ req }: Context, { body }: Endpoint, text: string): boolean => {
  if (body === undefined || isRawBody(body) || text === '') return false
  const isBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-mode'].some((name) => req.header(name) !== undefined)
  return isBrowser && !isJsonType(req.header('content-type'))
}

/** The member of a body by which callers confirm that it is them. No handler sees it. */
const PASSWORD = 'currentPassword'

const NEVER = new AbortController().signal

const DIRECT = clientFacts({ publicUrl: null, trustedProxies: [] })

/** Returns the JSON of a body. */
const parseBody = (text: string | undefined, { checksText }: Endpoint): unknown => {
  const parsed = parseShallow((text ?? '').trim() === '' ? '{}' : (text ?? ''), checksText)
  return Either.isLeft(parsed) ? reject('INVALID_INPUT', `the body is ${parsed.left}`) : parsed.right
}

const memberOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined

const withoutPassword = (json: unknown): unknown => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== PASSWORD))
}

const MISDECLARED = reject('EBADTYPE', 'send the body as application/json')

const decodeBody = ({ body, confirmed }: Endpoint, json: unknown): unknown => {
  if (body === undefined || isRawBody(body)) return undefined
  const decoded = Schema.decodeUnknownEither(body)(confirmed === true ? withoutPassword(json) : json)
  if (Either.isRight(decoded)) return decoded.right
  const { path, message } = problemOf(decoded.left)
  const field = path || 'body'
  return reject('INVALID_INPUT', `${field}: ${message}`, { fields: { field } })
}

/** In server mode, a row that is absent and one of somebody else are answered alike, with one code. */
const hiding = ({ about, names }: Endpoint, result: AnyResult, { server }: MountOptions): AnyResult => {
  const kind = about?.kind ?? names
  return server !== undefined && kind !== undefined && isRejection(result) && isAbsent(kind, result.code)
    ? reject(ABSENT_IN_SERVER_MODE, result.message)
    : result
}

/** Returns the answer to who may not enter. A token never confirms anything, whatever its scopes. */
const refusedEntry = (c: Context, { confirmed }: Endpoint, arrival: Arrival, refused: Rejection): Response =>
  confirmed === true && refused.code === 'EADMIN' && showsToken(arrival)
    ? envelope(reject('EREAUTH', 'this needs a login and its password'))
    : envelope(refused, forgetting(c, refused))

/** Returns the headers that make a browser forget a login that has ended. */
export const forgetting = (c: Context, refused: Rejection): Readonly<Record<string, string>> =>
  refused.code === 'EAUTH' && c.req.header('cookie') !== undefined ? { 'set-cookie': clearedCookie(false) } : {}

const checkResult = (key: string, declaration: Endpoint, result: AnyResult): void => {
  if (isRejection(result)) {
    const [method = ''] = key.split(' ')
    if (codesOf(method, declaration).includes(result.code)) return
    throw new Error(`${key} does not declare the code ${result.code}: ${result.message}`)
  }
  const answer = declaration.answers[result.status]
  if (answer === undefined) throw new Error(`${key} does not declare the status ${result.status}`)
  if (!isRawAnswer(answer)) Schema.validateSync(answer, { onExcessProperty: 'error' })(result.json)
}
