import { Effect } from 'effect'
import { importCommands, type ImportParts } from '../../../src/commands/maintenance/imports.js'
import type { Machine } from '../../../src/commands/ports/machine.js'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploads as receiver } from '../../../src/adapters/import/uploads.js'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'
import { reject, type RejectionCode } from '../../../src/domain/rejection.js'
import { permissionNamed } from '../../../src/domain/access/permission.js'
import { admission } from '../../../src/http/access/admit.js'
import { hostAdmission } from '../../../src/http/access/server-admission.js'
import { createApp } from '../../../src/http/app.js'
import { codesOf, statusAt } from '../../../src/http/contract/codes.js'
import type { Endpoint } from '../../../src/http/contract/endpoint.js'
import { type Contract, contract, type Route } from '../../../src/http/contract/index.js'
import { absentCodes, ROW_KINDS, type RowKind } from '../../../src/http/contract/row-kinds.js'
import { handlersOf } from '../../../src/http/handlers/index.js'
import type { Handlers } from '../../../src/http/handler.js'
import type { AnyOperation } from '../../../src/http/openapi/operation.js'
import { operations } from '../../../src/http/openapi/operations/index.js'
import { type RowFinders, rowFinders } from '../../../src/http/rows.js'
import type { Services } from '../../../src/http/services.js'
import { zipOf } from '../../support/archives/archives.js'
import { gitIn } from '../../support/git/repository.js'
import { type OwnRoute, OWN_ROUTES } from '../../support/http/routes.js'
import { newBrowser } from '../../support/push/browser.js'
import { forEachList } from '../../support/agent-config/kinds.js'
import { storeAsk, storeRace, storeTrain } from '../../support/service/stored-rows.js'
import { type App, startApp } from '../../support/service/app.js'
import { type Name, PASSWORDS, startTeam, type Team } from '../../support/service/team.js'
import { endServer } from '../../support/tmux/panes.js'

/** The part of a response that is compared. */
interface Answered {
  readonly status: number
  readonly code: string | undefined
}
type Drive = (key: string) => Promise<Answered>

const folder = mkdtempSync(join(tmpdir(), 'switchyard-rejections-'))
/** The service with a session, a source and a default price, which most codes need. */
let app: App
/** The service with a token. */
let guarded: App
/** The service without its search thread, and with a database that accepts no events. */
let broken: App
/** The service in server mode. */
let team: Team
/** The service with tables that cannot be rebuilt. */
let rebuilding: App
let known: Awaited<ReturnType<typeof addRows>>
let defaultRule = ''

const SESSION = 'known'
const RUNNING = 'running'

/** A line of a transcript that costs something. */
const REPLY = JSON.stringify({
  sessionId: SESSION,
  type: 'assistant',
  uuid: 'a1',
  timestamp: '2026-11-01T10:00:05.000Z',
  requestId: 'req_1',
  message: {
    id: 'msg_1',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'done' }],
    usage: { input_tokens: 1000, output_tokens: 100 },
  },
})

const inDatabase = (dataDir: string, sql: string): void => {
  const database = new Database(join(dataDir, DATABASE_FILE))
  database.exec(sql)
  database.close()
}

const startBroken = async (): Promise<App> => {
  const at = join(folder, 'broken')
  // A folder at the path of its file: the thread cannot start.
  mkdirSync(join(at, 'data', 'side.db'), { recursive: true })
  const started = await startApp({}, at)
  inDatabase(
    join(at, 'data'),
    `create trigger full before insert on log begin select raise(rollback, 'disk is full'); end`,
  )
  return started
}

const startRebuilding = async (): Promise<App> => {
  const at = join(folder, 'rebuilding')
  const before = await startApp({}, at)
  await addRows(before)
  await before.close()
  // Every table is outdated and has an index that rows of this release might break, and the log to rebuild them from cannot be read.
  const database = new Database(join(at, 'data', DATABASE_FILE))
  const columns = database.prepare<[], { table: string; column: string }>(
    `select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
     where t.type = 'table' and t.name like 'p\\_%' escape '\\' and c.cid = 0`,
  )
  for (const { table, column } of columns.all())
    database.exec(`create unique index other_${table} on ${table}(${column}) where false`)
  database.exec(`update projection_state set version = version - 1; update log set data = '{'`)
  database.close()
  return startApp({}, at)
}

const PIPELINES = join(import.meta.dirname, '../../../docs/pipelines')

const BUDGET = { period: 'day', amount_usd: 5, timezone: 'UTC' }

/** Adds a row of every kind, and returns their ids. */
const addRows = async (service: App): Promise<Readonly<Record<Exclude<RowKind, 'workflowRun'>, string>>> => {
  const make = async (method: string, path: string, body: unknown) => {
    const { text } = await service.send(path, { method, body })
    return JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const config = { event_type: 'Notification' }
  const rule = await make('POST', '/api/alerts/rules', { name: 'Asks', rule_type: 'event_pattern', config })
  const webhook = await make('POST', '/api/webhooks', { name: 'W', type: 'generic', url: 'http://127.0.0.1:9/' })
  const machine = { label: 'Nowhere', host: '127.0.0.1', ssh_port: 1, enabled: false }
  const remote = await make('POST', '/api/remote-sources', machine)
  await make('PUT', '/api/pricing', { model_pattern: 'custom', display_name: 'Custom' })
  const budget = await make('POST', '/api/budgets', BUDGET)
  await make('POST', '/api/ai-routers', { name: 'kept', baseUrl: 'http://127.0.0.1:9' })
  const tokens = { accessToken: 'access', refreshToken: 'refresh' }
  writeFileSync(join(service.claudeHome, '.credentials.json'), JSON.stringify({ claudeAiOauth: tokens }))
  await make('POST', '/api/cc-config/profiles', { name: 'kept' })
  const lane = await make('POST', '/api/lanes', { cwd: service.folder })
  const inShell = { method: 'POST', body: { cwd: service.folder, shell: true } }
  const shell = (await service.send<{ run_id: string }>('/api/run', inShell)).json
  await make('POST', `/api/lanes/${String(lane.lane?.id)}/stop`, {})
  endServer(join(service.folder, 'data'))
  gitIn(service.folder, 'init', '--quiet')
  writeFileSync(join(service.folder, 'large.png'), '')
  writeFileSync(join(service.folder, 'edited.txt'), 'theirs')
  writeFileSync(join(service.folder, 'binary'), '\0')
  truncateSync(join(service.folder, 'large.png'), 20 * 1024 * 1024 + 1)
  const login = { protocol: 'https', host: 'saved.example', username: 'ada', password: 'token' }
  await make('POST', '/api/git-credentials', login)
  await make('POST', '/api/locks/held/acquire', { holder: 'ada' })
  await make('POST', '/api/me/onboarded', {})
  await make('PUT', '/api/me/instructions', { instructions: 'Be brief.' })
  await make('POST', '/api/push/subscribe', newBrowser('http://127.0.0.1:9/').subscription)
  const project = join(service.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, `${SESSION}.jsonl`), `${REPLY}\n`)
  await make('POST', '/api/import/rescan', {})
  await service.hook('SessionStart', { session_id: SESSION })
  await service.hook('Notification', { session_id: SESSION, message: 'Claude needs your permission to use Bash' })
  await service.settled()
  const { alerts } = await service.get<{ alerts: { id: number }[] }>('/api/alerts')
  return {
    session: SESSION,
    agent: `${SESSION}-main`,
    alertRule: String(rule.rule?.id),
    alert: String(alerts[0]?.id),
    source: String(remote.source?.id),
    budget: String(budget.budget?.id),
    lane: String(lane.lane?.id),
    run: shell.run_id,
    ask: storeAsk(join(service.folder, 'data'), Number(lane.lane?.id)),
    train: storeTrain(join(service.folder, 'data'), Number(lane.lane?.id)),
    race: storeRace(join(service.folder, 'data'), Number(lane.lane?.id)),
    webhook: String(webhook.target?.id),
    pricingRule: 'custom',
  }
}

beforeAll(async () => {
  ;[app, guarded, broken, rebuilding, team] = await Promise.all([
    // A session with a living process cannot be deleted.
    startApp({ SVC_LIVENESS: '1', DASHBOARD_PIPELINES_DIR: PIPELINES }),
    startApp({ DASHBOARD_TOKEN: 'secret' }),
    startBroken(),
    startRebuilding(),
    startTeam(),
  ])
  await team.app.hook('SessionStart', { session_id: 'of-host' })
  writeFileSync(join(app.claudeHome, 'settings.json'), '{ not JSON')
  writeFileSync(join(app.codexHome, 'hooks.json'), '{ not JSON')
  known = await addRows(app)
  await app.send('/api/hooks', {
    method: 'POST',
    headers: { 'x-svc-pid': String(process.pid) },
    body: { hook_type: 'UserPromptSubmit', data: { session_id: RUNNING, prompt: 'continue' } },
  })
  const { pricing } = await app.get<{ pricing: { model_pattern: string; is_default: boolean }[] }>('/api/pricing')
  defaultRule = encodeURIComponent(pricing.find((rule) => rule.is_default)?.model_pattern ?? '')
})
afterAll(async () => {
  await Promise.all([app, guarded, broken, rebuilding, team].map((service) => service.close()))
  rmSync(folder, { recursive: true, force: true })
})

interface Request {
  readonly path?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The path of a route, with ids that do not exist. */
const pathOf = (key: string): string => (key.split(' ')[1] ?? '').replace(/:\w+/g, '0')
const methodOf = (key: string): string => key.split(' ')[0] ?? ''

const ask = async (service: App, key: string, { path = pathOf(key), ...rest }: Request = {}): Promise<Answered> => {
  const { status, text } = await service.send(path, { method: methodOf(key), ...rest })
  return { status, code: codeIn(text) }
}

const codeIn = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { error?: { code?: string } }).error?.code
  } catch {
    return undefined
  }
}

/** Sends a request to the service, unless the test names another one. */
const sends =
  (request: Request = {}, service: () => App = () => app): Drive =>
  (key) =>
    ask(service(), key, request)

/** Sends a request to the service in server mode as one of its users, who confirms it with their password. */
const sendsAs =
  (name: Name, { body, ...request }: Request = {}): Drive =>
  async (key) => {
    const given = { path: pathOf(key), ...request }
    const isObject = body === undefined || (typeof body === 'object' && !(body instanceof Uint8Array))
    const confirmed = (contract[key as Route] as Endpoint).confirmed === true && isObject
    const { status, text } = await team.as(name, given.path, {
      ...request,
      method: methodOf(key),
      body: confirmed ? { currentPassword: PASSWORDS[name], ...(body as object | undefined) } : body,
    })
    return { status, code: codeIn(text) }
  }

/** Whether only server mode has a route. */
const isServerOnly = (key: string): boolean =>
  OWN_ROUTES.includes(key as OwnRoute) && permissionNamed(contract[key as Route].access).serverOnly

/** Sends a request about a user as an admin. */
const user =
  (body: object, id: () => number = () => team.ids.bob, end = ''): Drive =>
  (key) =>
    sendsAs('ada', { path: `/api/users/${id()}${end}`, body })(key)

/** Sends a form with a file, or with fields only. */
const uploads =
  (file: readonly [name: string, content: string | Buffer] | null, fields: Readonly<Record<string, string>> = {}) =>
  async (key: string): Promise<Answered> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (file !== null) {
      const [name, content] = file
      form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name)
    }
    const answer = await fetch(`${app.url}${pathOf(key)}`, { method: methodOf(key), body: form })
    return { status: answer.status, code: codeIn(await answer.text()) }
  }

/** The parts of the app that `createApp` needs besides handlers. */
const around = (rows: RowFinders) => ({
  allowedHosts: [],
  admit: admission({ allowedHosts: [], token: null }),
  assets: { serve: () => Promise.resolve(null) },
  ready: () => true,
  rows,
  checkAnswers: true,
  run: <A, E>(effect: Effect.Effect<A, E, Machine>) => Effect.runPromiseExit(effect as Effect.Effect<A, E>),
  onDefect: () => undefined,
  onServed: () => undefined,
  monotonic: () => 0,
})

/** The app without a socket: guards, mount and handlers over the given services. */
const inside = async (
  handlers: Handlers,
  rows: RowFinders,
  key: string,
  body?: unknown,
  remoteAddress = '127.0.0.1',
  changed: Partial<ReturnType<typeof around>> = {},
): Promise<Answered> => {
  const isForm = body instanceof FormData
  const init = {
    method: methodOf(key),
    headers: { host: 'localhost', ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  }
  const bindings = { incoming: { socket: { remoteAddress } } }
  // The services know one user.
  const path = isServerOnly(key) ? pathOf(key).replace('/0', '/1') : pathOf(key)
  const options = { ...around(rows), ...(isServerOnly(key) ? { admit: hostAdmission(() => true) } : {}), ...changed }
  const answer = await createApp(handlers, options).request(`http://localhost${path}`, init, bindings)
  return { status: answer.status, code: codeIn(await answer.text()) }
}

/** A database with one user of every id, and nothing else. */
const KNOWS_A_USER = {
  get: (sql: string) => (sql.includes('p_user') ? { id: 1, username: 'ada', disabled: 0 } : undefined),
  all: () => [],
}

/** Completes services with empty ones. */
const stubbed = (services: Services): Services =>
  new Proxy(services, { get: (all, name) => (Reflect.get(all, name) as unknown) ?? {} })

/** Calls the real handlers when the row was deleted between the commit and the answer, or a file is missing. */
const without =
  (body?: unknown): Drive =>
  (key) => {
    const services = {
      db: { get: () => undefined, all: () => [] },
      book: () => undefined,
      sessions: { create: () => Effect.succeed({ created: true }) },
      pricing: { set: () => Effect.void },
      redocScript: () => null,
    } as unknown as Services
    return inside(handlersOf(stubbed(services)), rowFinders(services), key, body)
  }

/** Uploads one byte more than the unpack limit. The service's own limit is 4 GiB. */
const exceedsLimit: Drive = (key) => {
  const sent = { fileBytes: 1000, files: 1 }
  const unpacked = { bytes: 3, entries: 1, ratio: 100, harmless: 1000 }
  const { receive } = receiver({
    folder,
    nextId: () => 'upload',
    archive: {} as never,
    cursors: {} as never,
    limits: { sent, unpacked },
  })
  const imports = importCommands({ uploads: { receive } } as unknown as ImportParts)
  const services = { imports } as unknown as Services
  const form = new FormData()
  form.append('files', new Blob(['four']), 'a.jsonl')
  return inside(handlersOf(stubbed(services)), everyRow, key, form)
}

const everyRow = new Proxy({}, { get: () => () => ({}) }) as RowFinders
const failing = new Proxy(
  {},
  {
    get: () => () => {
      throw new Error('a defect')
    },
  },
) as Handlers

// The service rejects the declared length and does not wait for the body.
const TOO_LONG = {
  'content-length': String(64 * 1024 * 1024),
  'content-type': 'application/json',
  connection: 'close',
}

/** Whether an absent row of a route has another code in local mode. */
const isHidden = (key: string): boolean => {
  const { about }: Endpoint = contract[key as Route]
  return about !== undefined && absentCodes(about.kind).length === 2 && ROW_KINDS[about.kind].code !== 'ENOTFOUND'
}

/** Calls the real handlers while tables are rebuilt. */
const unreadable: Drive = (key) => {
  const read = (): never => {
    throw reject('EREBUILDING', 'the tables are being rebuilt')
  }
  const services = {
    db: { get: read, all: read },
    pool: { list: read },
    loginProfiles: { list: Effect.sync(read) },
    clock: { now: () => 0 },
    book: () => ({}),
    logins: { counts: read },
    tokens: { list: read },
  }
  const reads = { userStorage: { read }, filePlaces: { homeNamed: read } }
  const handlers = handlersOf(stubbed({ ...services, ...reads } as unknown as Services))
  const body = methodOf(key) === 'GET' ? undefined : {}
  return inside(handlers, everyRow, key, body, '127.0.0.1', { ready: () => false })
}

/** Asks as somebody whose wrong passwords were too many, or while too many passwords are hashed. */
const tooMany: Drive = async (key) => {
  if (key === 'POST /api/auth/login') {
    const body = { username: 'nobody-known', password: 'wrong-password' }
    for (let i = 0; i < 10; i += 1) await ask(team.app, key, { body })
    return ask(team.app, key, { body })
  }
  const cookie = await team.signIn('ada')
  const headers = { cookie }
  const body = { currentPassword: 'not-my-password' }
  for (let i = 0; i < 10; i += 1) await ask(team.app, key, { headers, body })
  const answer = await ask(team.app, key, { headers, body: { currentPassword: PASSWORDS.ada } })
  forgiveAgain()
  return answer
}

const forgiveAgain = (): void => {
  const database = new Database(join(team.app.folder, 'data', 'accounts.db'))
  database.exec(`delete from attempt`)
  database.close()
}

const requestOf = (key: string): unknown => (operations[key as Route] as AnyOperation).request

const FOREIGN = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

/** How to provoke each code that guards, mount and row lookups return for many routes. */
const SHARED: Readonly<Partial<Record<RejectionCode, Drive>>> = {
  EBADHOST: sends({ headers: { host: 'elsewhere.example' } }),
  EUNAUTHORIZED: sends({}, () => guarded),
  EBADORIGIN: sends({ headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' } }),
  EAUTH: sends({}, () => team.app),
  ELOCALMODE: sends({ body: {} }),
  EADMIN: sendsAs('grace'),
  EPANE: (key) => {
    const admit = admission({ allowedHosts: [], token: null, isFromLane: () => true })
    return inside(failing, everyRow, key, requestOf(key), '127.0.0.1', { admit })
  },
  EREAUTH: sendsAs('ada', { body: { currentPassword: 'not-my-password' } }),
  ETOOMANY: (key) => tooMany(key),
  EBADTYPE: (key) => {
    const request = { body: '{}', headers: { origin: 'http://localhost', 'content-type': 'text/plain' } }
    const { hostname, port } = new URL(team.app.url)
    const own = { ...request, headers: { ...request.headers, origin: `http://${hostname}:${port}` } }
    return isServerOnly(key) ? sendsAs('ada', own)(key) : sends({ path: pathOfKnown(key), ...request })(key)
  },
  ELOCALONLY: (key) => inside(failing, everyRow, key, {}, '192.0.2.1'),
  ETOOBIG: (key) =>
    isServerOnly(key)
      ? sendsAs('ada', { body: '{}', headers: TOO_LONG })(key)
      : sends({ path: pathOfKnown(key), body: '{}', headers: TOO_LONG })(key),
  INVALID_INPUT: (key) =>
    isServerOnly(key) ? sendsAs('ada', { body: '{' })(key) : sends({ path: pathOfKnown(key), body: '{' })(key),
  ENOUSER: sendsAs('ada', { body: {} }),
  NOT_FOUND: sends({ body: {} }),
  ENOLANE: sends({ body: {} }),
  // Rows are absent under their own code in local mode, and all under this one in server mode.
  ENOTFOUND: (key) => (isHidden(key) ? sendsAs('ada', { body: {} })(key) : sends({ body: {} })(key)),
  WORKFLOW_NOT_FOUND: sends(),
  EREBUILDING: (key) =>
    isServerOnly(key)
      ? unreadable(key)
      : ask(rebuilding, key, {
          ...(SIDE.has(key as Route) ? { path: SIDE.get(key as Route) ?? '' } : {}),
          ...(key.endsWith('/preview') ? { body: requestOf(key) } : {}),
        }),
  EINTERNAL: (key) => inside(failing, everyRow, key, requestOf(key)),
}

/** The path of a route with the id of an existing row, if it has one: the row is checked before the body. */
const pathOfKnown = (key: string): string => {
  const { about }: Endpoint = contract[key as Route]
  const id = about === undefined || about.kind === 'workflowRun' ? 'none' : known[about.kind]
  return (key.split(' ')[1] ?? '').replace(/:\w+/g, id)
}

/** Requests that the search thread answers. */
const SIDE = new Map<Route, string>([
  ['GET /api/agents', '/api/agents'],
  ['GET /api/tools', '/api/tools'],
  ['GET /api/sessions', '/api/sessions?q=x'],
  ['GET /api/sessions/facets', '/api/sessions/facets?q=x'],
  ['GET /api/sessions/groups', '/api/sessions/groups'],
  ['GET /api/projects', '/api/projects'],
  ['GET /api/projects/:name', '/api/projects/x'],
  ['GET /api/events', '/api/events?q=x'],
  ['GET /api/calls', '/api/calls?q=x'],
  ['GET /api/search', '/api/search?q=x'],
  ['GET /api/search/sessions', '/api/search/sessions?q=x'],
  ['GET /api/analytics', '/api/analytics'],
  ['GET /api/usage', '/api/usage'],
  ['GET /api/insights/cost', '/api/insights/cost'],
  ['GET /api/insights/activity', '/api/insights/activity'],
  ['GET /api/insights/tools', '/api/insights/tools'],
  ['GET /api/insights/agents', '/api/insights/agents'],
  ['GET /api/insights/errors', '/api/insights/errors'],
  ['GET /api/workflows', '/api/workflows'],
  ['GET /api/workflows/skill-usage', '/api/workflows/skill-usage'],
])
const sideless: Drive = (key) => ask(broken, key, { path: SIDE.get(key as Route) ?? '' })
const down = () => Promise.reject(reject('EUNAVAILABLE', 'down'))
/** Calls the real handlers of a session's reads while the search thread is down. */
const readless: Drive = (key) => {
  const conversations = { page: () => Promise.resolve({ total: 0 }), line: () => Promise.resolve(null) }
  const side = { strip: down, turns: down, evidence: down, hookPage: down, hookFind: down, hookLine: down }
  const services = { side, conversations } as unknown as Services
  return inside(handlersOf(stubbed(services)), everyRow, key, requestOf(key))
}
/** Calls the real handlers of a lane with a session while the transcripts cannot be read. */
const linesUnread: Drive = (key) => {
  const services = {
    db: { all: () => [{ id: 7, cwd: '/lane', stream: 1, name: 'a session' }] },
    reviews: { texts: () => Effect.succeed({ named: 'a.txt', before: '', now: 'x' }) },
    conversations: { edits: down },
  } as unknown as Services
  const theLane = new Proxy({}, { get: () => () => ({ id: 7, cwd: '/lane' }) }) as RowFinders
  return inside(handlersOf(stubbed(services)), theLane, key, requestOf(key))
}
/** Calls the real handlers while the thread that sums the cost is down. */
const costless: Drive = (key) => {
  const dead = () => Effect.promise(down)
  const budgets = { list: down, create: dead, update: dead, preview: dead }
  const services = { budgets } as unknown as Services
  return inside(handlersOf(stubbed(services)), everyRow, key, requestOf(key))
}
const unstored = sends({ body: { hook_type: 'Stop', data: { session_id: SESSION } } }, () => broken)

const hook = {
  INVALID_INPUT: sends({ body: '{' }),
  MISSING_SESSION: sends({ body: { hook_type: 'Stop', data: {} } }),
  EUNAVAILABLE: unstored,
  ENOTFOUND: unable('ENOTFOUND'),
}
const machine = (change: object): Drive => {
  const body = { label: 'Somewhere', host: 'somewhere', ...change }
  return (key) => ask(app, key, { path: pathOfKnown(key), body })
}
const remote = {
  INVALID_LABEL: machine({ label: '' }),
  INVALID_HOST: machine({ host: '-oProxyCommand=x' }),
  INVALID_PORT: machine({ ssh_port: 0 }),
  INVALID_IDENTITY_FILE: machine({ identity_file: 'relative' }),
  INVALID_REMOTE_HOME: machine({ remote_home: 'relative' }),
}
const hooksOf = { HOOK_INSTALL_FAILED: sends({ body: { providers: ['claude'] } }) }
const lane = (change: object): Drive => {
  return (key) => ask(app, key, { path: pathOfKnown(key), body: change })
}
/** Sends a request about the proof files of the lane. */
const proof =
  (path: string, request: Omit<Request, 'path'> = {}): Drive =>
  (key) =>
    ask(app, key, { path: `/api/lanes/${known.lane}/proof${path}`, ...request })
const hookOfLane =
  (name: string, body: object = {}): Drive =>
  (key) =>
    ask(app, key, { path: `/api/lanes/${known.lane}/hook/${name}`, body })
const CLONED = { url: 'https://git.example.com/shop.git' }
const newLane = {
  EBADCWD: lane({ cwd: 'relative' }),
  EBADFIELD: (key: string) => lane({ cwd: app.claudeHome, title: 'x'.repeat(201) })(key),
  EBADPIPELINE: (key: string) => lane({ cwd: app.claudeHome, pipeline: 'none' })(key),
  EBADTOOL: (key: string) => lane({ cwd: app.claudeHome, tool: 'none' })(key),
}
/** Declares a stage of a lane on a pipeline. */
const stage =
  (pipeline: string, body: object): Drive =>
  async (key) => {
    await app.send(`/api/lanes/${known.lane}`, { method: 'PATCH', body: { pipeline } })
    return lane(body)(key)
  }
/** Requests a read of a lane's git. */
const git =
  (query: string): Drive =>
  (key) =>
    ask(app, key, { path: `${pathOfKnown(key)}?${query}` })
/** The text of a file that was changed since. */
const EDITED = { path: 'edited.txt', content: 'mine', baseSha: 'older' }
const STAGE = 'POST /api/lanes/:id/git/stage'
const gitAction =
  (action: string, body = {}): Drive =>
  (key) =>
    ask(app, key, { path: pathOfKnown(key).replace(/[^/]+$/, action), body })
const credentials = { protocol: 'https', host: 'git.example.com', username: 'ada', password: 'token' }
const noWorktree = { ENOWORKTREE: git('session=none') }
const gitFile = {
  ...noWorktree,
  EBADPATH: git('path=../a.png'),
  EBADREV: git('path=a.png&rev=ffffffff'),
  ENOFILE: git('path=none.png'),
  ESECRET: git('path=settings.local.json'),
}
/** Calls the real handlers of lanes, whose commands are refused: for another user's lane, and for what depends on timing. */
function unable(code: RejectionCode, path?: string): Drive {
  return (key) => {
    const refused = reject(code, 'refused')
    const failed = () => Effect.fail(refused)
    const lanes = { ensure: failed, archive: failed, forget: failed }
    const laneActions = { reset: failed, remove: failed }
    const lanePurge = { purge: failed }
    const sessionWorktrees = { remove: failed }
    const services = {
      users: { create: failed, update: failed, describe: failed, setPassword: failed, assign: failed, remove: failed },
      db: KNOWS_A_USER,
      avatars: { set: failed, remove: failed },
      ingestHook: () => Promise.resolve(refused),
      ownerOfSocket: () => null,
      gitFiles: { save: failed },
      filePlaces: { ofLane: failed, homeNamed: failed },
      lanes,
      clone: failed,
      pickPath: failed,
      gitWrites: { perform: failed, turnCommits: failed },
      suggestions: { message: failed },
      messages: { send: failed, retry: failed, review: failed },
      queues: { add: failed, edit: failed, sendNow: failed },
      prompts: { show: failed },
      asks: { answer: failed, answerSlot: failed },
      newLanes: failed,
      side: { evidence: () => Promise.resolve([]) },
      checks: { start: failed },
      reviews: {
        seen: failed,
        file: failed,
        texts: failed,
        mark: failed,
        comment: failed,
        edit: failed,
        remove: failed,
        send: failed,
      },
      landings: {
        preflight: failed,
        land: failed,
        revert: failed,
        accept: failed,
        withdraw: failed,
        pullRequest: failed,
      },
      updateLane: failed,
      trains: { start: failed },
      races: { start: failed, keep: failed },
      worktrees: { create: failed },
      laneActions,
      lanePurge,
      sessionWorktrees,
      isolation: { forget: failed },
      stacks: { up: failed, down: failed, hook: failed, log: failed },
      runs: { start: failed, stop: failed, stopOne: failed },
      runAnywhere: failed,
      agentConfig: {
        places: { of: failed, ofHost: failed },
        edits: { put: failed, remove: failed, patchSettings: failed, setKeybindings: failed, createMemory: failed },
        mcp: { add: failed, remove: failed },
      },
      reloadAgents: failed,
      pluginUpdates: { start: failed },
      loginProfiles: { save: failed, relabel: failed, remove: failed, activate: failed, quota: failed },
      pool: { add: failed, remove: failed },
      routerAttachments: { apply: failed, release: failed },
      routers: { create: failed, change: failed, remove: failed, test: failed },
    } as unknown as Services
    return inside(handlersOf(stubbed(services)), everyRow, path ?? key, methodOf(key) === 'GET' ? undefined : {})
  }
}
/** Codes of work on files, which a test of their own provokes on real ones. */
const files = <const C extends RejectionCode>(...codes: readonly C[]) =>
  Object.fromEntries(codes.map((code) => [code, unable(code)])) as Readonly<Record<C, Drive>>
const READ_FILES = files('EBADPATH', 'ENOTFOUND', 'EREADONLY', 'ESECRET')
const MAKE_FILES = { ...READ_FILES, ...files('EEXISTS', 'ENOSPC') }
const TRANSFER_FILES = { ...MAKE_FILES, ...files('EBADFIELD', 'ETOOBIG') }
const OF_WORKTREE = files('ENOWORKTREE', 'EGIT', 'EOTHERWORKTREE', 'EOUTSIDELANE', 'EPROVISIONING')
const MOVE_FILES = { ...TRANSFER_FILES, ...files('EUPGRADE') }
const UPLOAD_FILE = { ...TRANSFER_FILES, ...files('ESTALE', 'ETOOMANY', 'INVALID_INPUT') }
const ZIP_FILES = { ...READ_FILES, ...files('EBADFIELD', 'ETOOBIG', 'ETOOMANY') }
const RESTORE_FILE = { ...MAKE_FILES, ...files('EFOREIGN', 'ETOOBIG') }
/** What refuses to stop the programs of a lane. */
const STOPPING = {
  ETMUX: unable('ETMUX'),
  ETMUXMISSING: unable('ETMUXMISSING'),
  ERUNTIMEOUT: unable('ERUNTIMEOUT'),
  EBADSLOT: unable('EBADSLOT'),
  ERUNLIVE: unable('ERUNLIVE'),
}
const unconfirmed = {
  ECONFIRM: lane({}),
  EEXPECT: lane({ confirm: true }),
  EGIT: unable('EGIT'),
  EOTHERWORKTREE: unable('EOTHERWORKTREE'),
  EOUTSIDEROOT: unable('EOUTSIDEROOT'),
  ENOTWORKTREE: unable('ENOTWORKTREE'),
  EPROVISIONING: unable('EPROVISIONING'),
  ESTALE: unable('ESTALE'),
  EUNPUSHED: unable('EUNPUSHED'),
  ERUNTIMEOUT: unable('ERUNTIMEOUT'),
  ETMUX: unable('ETMUX'),
  ETMUXMISSING: unable('ETMUXMISSING'),
}
const starting = {
  EFOLDER: unable('EFOLDER'),
  EPOOLFULL: unable('EPOOLFULL'),
  EBUDGET: unable('EBUDGET'),
  EBADFIELD: lane({ model: 5 }),
  EBADPROMPT: lane({ prompt: 5 }),
  EBADPROXY: lane({ proxy: 'cheap' }),
  EBADSESSION: lane({ forkSession: true }),
  EBADSLOT: lane({ slot: 10 }),
  EBADTOOL: lane({ tool: 'none' }),
  ENOCWD: unable('ENOCWD'),
  ENOTOOL: unable('ENOTOOL'),
  ENOWORKTREE: unable('ENOWORKTREE'),
  EPANE: unable('EPANE'),
  EPROVISIONING: unable('EPROVISIONING'),
  ERUNLIVE: unable('ERUNLIVE'),
  ESESSIONLIVE: unable('ESESSIONLIVE'),
  ETMUX: unable('ETMUX'),
  ETMUXMISSING: unable('ETMUXMISSING'),
  EUNSUPPORTED: lane({ sandbox: 'read-only' }),
}
const unsent = {
  ENOPANE: unable('ENOPANE'),
  ENOTREADY: unable('ENOTREADY'),
  ERUNLIVE: unable('ERUNLIVE'),
  ETMUX: unable('ETMUX'),
  ETMUXMISSING: unable('ETMUXMISSING'),
}
const unread = { EGIT: unable('EGIT'), ENOBASE: unable('ENOBASE') }
const unlanded = {
  ...unread,
  EFOLDER: unable('EFOLDER'),
  EOTHERWORKTREE: unable('EOTHERWORKTREE'),
  EOUTSIDELANE: unable('EOUTSIDELANE'),
  EPROVISIONING: unable('EPROVISIONING'),
  ECONFLICTS: unable('ECONFLICTS'),
  EEXPECT: unable('EEXPECT'),
  ENOTLANDABLE: unable('ENOTLANDABLE'),
  ESTALE: unable('ESTALE'),
}
const refusedStart = {
  EFOLDER: unable('EFOLDER'),
  EPOOLFULL: unable('EPOOLFULL'),
  EBUDGET: unable('EBUDGET'),
  EPANE: unable('EPANE'),
  EBADFIELD: unable('EBADFIELD'),
  EBADPROMPT: unable('EBADPROMPT'),
  EBADPROXY: unable('EBADPROXY'),
  EBADSESSION: unable('EBADSESSION'),
  EBADTOOL: unable('EBADTOOL'),
  ENOCWD: unable('ENOCWD'),
  ENOTOOL: unable('ENOTOOL'),
  ENOWORKTREE: unable('ENOWORKTREE'),
  EPROVISIONING: unable('EPROVISIONING'),
  ERUNLIVE: unable('ERUNLIVE'),
  ESESSIONLIVE: unable('ESESSIONLIVE'),
  ETMUX: unable('ETMUX'),
  ETMUXMISSING: unable('ETMUXMISSING'),
  EUNSUPPORTED: unable('EUNSUPPORTED'),
}
const rule = { model_pattern: 'made%', display_name: 'Made' }
const priced = (path: string): Drive => {
  return (key) => ask(app, key, { path: `${path}/${defaultRule}` })
}
const CONFIG = {
  put: files('EREADONLY', 'EADMIN', 'EBADFIELD', 'EBADNAME', 'EBADPATH', 'ENOTFOUND', 'ESTALE', 'ETOOBIG'),
  remove: files('EREADONLY', 'EADMIN', 'EBADFIELD', 'EBADNAME', 'EBADPATH', 'ENOTFOUND', 'ESTALE'),
  addServer: files(
    'EREADONLY',
    'EADMIN',
    'EBADFIELD',
    'EBADNAME',
    'EBADPATH',
    'EEXISTS',
    'ENOTOOL',
    'ESTALE',
    'EUPSTREAM',
  ),
  removeServer: files('EADMIN', 'EBADFIELD', 'EBADNAME', 'EBADPATH', 'ENOTFOUND', 'ENOTOOL', 'EUPSTREAM'),
}
const configAt =
  (query: string): Drive =>
  (key) =>
    sends({ path: `${key.slice('GET '.length)}?${query}` })(key)
const configFile = {
  EADMIN: sendsAs('grace'),
  EREBUILDING: unable('EREBUILDING'),
  EBADFIELD: configAt('scope=user'),
  EBADNAME: configAt('scope=user&type=skill&name=../x'),
  ENOTFOUND: configAt('scope=user&type=skill&name=none'),
}
const asksForAccount: Readonly<Record<'EADMIN' | 'ENOUSER', Drive>> = {
  EADMIN: (key) => sendsAs('grace', { path: `${pathOf(key)}?user=bob` })(key),
  ENOUSER: (key) => sendsAs('ann', { path: `${pathOf(key)}?user=nobody` })(key),
}
const LINE = JSON.stringify({ type: 'user', sessionId: 's', message: { role: 'user', content: 'hello' } })

/** How to provoke the codes that a route declares itself. A missing entry does not compile. */
const OWN: {
  readonly [K in OwnRoute as Contract[K] extends { readonly errors: unknown } ? K : never]: Contract[K] extends {
    readonly errors: readonly (infer C extends RejectionCode)[]
  }
    ? Readonly<Record<C, Drive>>
    : never
} = {
  'GET /api/redoc/redoc.standalone.js': { NOT_FOUND: without() },
  'GET /api/agents': { EUNAVAILABLE: sideless },
  'GET /api/tools': { EUNAVAILABLE: sideless },
  'GET /api/sessions': { EUNAVAILABLE: sideless },
  'GET /api/sessions/:id/strip': { EUNAVAILABLE: readless },
  'GET /api/sessions/:id/turns': { EUNAVAILABLE: readless },
  'GET /api/sessions/:id/transcript': { EUNAVAILABLE: readless },
  'GET /api/sessions/:id/transcript-line': { EUNAVAILABLE: readless },
  'GET /api/sessions/:id/transcript-find': { EUNAVAILABLE: readless },
  'GET /api/sessions/facets': { EUNAVAILABLE: sideless },
  'GET /api/sessions/groups': { EUNAVAILABLE: sideless },
  'GET /api/projects': { EUNAVAILABLE: sideless },
  'GET /api/projects/:name': { NOT_FOUND: sends(), EUNAVAILABLE: sideless },
  'GET /api/events': { EUNAVAILABLE: sideless },
  'GET /api/calls': { EUNAVAILABLE: sideless },
  'GET /api/search': { EUNAVAILABLE: sideless },
  'GET /api/search/sessions': { EUNAVAILABLE: sideless },
  'GET /api/analytics': { EUNAVAILABLE: sideless },
  'GET /api/usage': { EUNAVAILABLE: sideless },
  'GET /api/insights/cost': { EUNAVAILABLE: sideless },
  'GET /api/insights/activity': { EUNAVAILABLE: sideless },
  'GET /api/insights/tools': { EUNAVAILABLE: sideless },
  'GET /api/insights/agents': { EUNAVAILABLE: sideless },
  'GET /api/insights/errors': { EUNAVAILABLE: sideless },
  'GET /api/workflows': { EUNAVAILABLE: sideless },
  'GET /api/workflows/skill-usage': { EUNAVAILABLE: sideless },
  'GET /api/budgets': { EUNAVAILABLE: costless },
  'POST /api/budgets': { EUNAVAILABLE: costless },
  'POST /api/budgets/preview': { EUNAVAILABLE: costless },
  'PATCH /api/budgets/:id': { EUNAVAILABLE: costless },
  'GET /api/sessions/:id/transcript-image': {
    INVALID_IMAGE: sends({ path: `/api/sessions/${SESSION}/transcript-image?line=0` }),
  },
  'POST /api/sessions': {
    ENOTFOUND: sendsAs('bob', { body: { id: 'of-host' } }),
    NOT_FOUND: without({ id: 'deleted' }),
  },
  'POST /api/sessions/:id/dismiss': { NOT_FAILED: sends({ path: `/api/sessions/${SESSION}/dismiss` }) },
  'DELETE /api/sessions/:id': { SESSION_RUNNING: sends({ path: `/api/sessions/${RUNNING}` }) },
  'POST /api/agents': {
    ENOTFOUND: sendsAs('bob', { body: { id: 'a', session_id: 'of-host', name: 'A' } }),
    NOT_FOUND: sends({ body: { id: 'a', session_id: 'none', name: 'A' } }),
  },
  'GET /api/lanes/browse': {
    EBADPATH: sends({ path: '/api/lanes/browse?path=relative' }),
    EFOLDER: sendsAs('bob', { path: '/api/lanes/browse?path=/' }),
    ENOTFOUND: sends({ path: '/api/lanes/browse?path=/does/not/exist' }),
  },
  'POST /api/lanes/browse/mkdir': {
    EBADNAME: (key) => sends({ body: { parent: app.folder, name: 'a/b' } })(key),
    EBADPATH: sends({ body: { parent: 'relative', name: 'x' } }),
    EEXISTS: (key) => sends({ body: { parent: app.folder, name: 'data' } })(key),
    EFOLDER: sendsAs('bob', { body: { parent: '/', name: 'x' } }),
    ENOTFOUND: sends({ body: { parent: '/does/not/exist', name: 'x' } }),
  },
  'POST /api/lanes/pick-path': {
    ...files('EBUSY', 'EDIALOG'),
    EFOLDER: sendsAs('bob', { body: {} }),
    ENODIALOG: sends({ body: {} }),
    EREMOTE: sends({ body: {}, headers: { 'x-forwarded-for': '192.0.2.1' } }),
  },
  'POST /api/lanes/clone': {
    ...files('EBADCRED', 'EBADCWD', 'EBADFIELD', 'EBADHOST', 'EBADPIPELINE', 'ECREDENTIALS', 'EDUPCWD', 'EGIT'),
    ...files('ENOREPO', 'ESSHAUTH', 'ETOOMANY'),
    EBADNAME: (key) => sends({ body: { ...CLONED, parent: app.folder, name: 'a/b' } })(key),
    EBADPATH: sends({ body: { ...CLONED, parent: 'relative' } }),
    EBADTOOL: (key) => sends({ body: { ...CLONED, parent: app.folder, tool: 'none' } })(key),
    EBADURL: (key) => sends({ body: { url: 'ext::sh', parent: app.folder } })(key),
    EEXISTS: (key) => sends({ body: { ...CLONED, parent: app.folder, name: 'data' } })(key),
    EFOLDER: sendsAs('bob', { body: { ...CLONED, parent: '/' } }),
    ENOTFOUND: sends({ body: { ...CLONED, parent: '/does/not/exist' } }),
  },
  'GET /api/lanes/:id/fs/list': { ...READ_FILES, ...noWorktree },
  'POST /api/lanes/:id/fs/mkdir': { ...MAKE_FILES, ...OF_WORKTREE },
  'POST /api/lanes/:id/fs/newfile': { ...MAKE_FILES, ...OF_WORKTREE },
  'POST /api/lanes/:id/fs/rename': { ...MAKE_FILES, ...OF_WORKTREE, EBADNAME: lane({ path: 'a.txt', name: 'a/b' }) },
  'POST /api/lanes/:id/fs/move': { ...MOVE_FILES, ...OF_WORKTREE },
  'POST /api/lanes/:id/fs/copy': { ...MOVE_FILES, ...OF_WORKTREE, EFOREIGN: unable('EFOREIGN') },
  'POST /api/lanes/:id/fs/delete': { ...MOVE_FILES, ...OF_WORKTREE },
  'GET /api/lanes/:id/fs/trash': noWorktree,
  'POST /api/lanes/:id/fs/trash/restore': { ...RESTORE_FILE, ...OF_WORKTREE },
  'POST /api/lanes/:id/fs/trash/purge': files('ENOTFOUND', 'ENOWORKTREE'),
  'POST /api/lanes/:id/fs/upload': { ...UPLOAD_FILE, ...OF_WORKTREE },
  'GET /api/lanes/:id/fs/zip': { ...ZIP_FILES, ...noWorktree },
  'GET /api/homes/:who/fs/list': READ_FILES,
  'GET /api/homes/:who/fs/trash': files('ENOTFOUND'),
  'GET /api/homes/:who/fs/zip': ZIP_FILES,
  'GET /api/homes/:who/fs/download': { ...READ_FILES, ...files('EBADRANGE') },
  'POST /api/homes/:who/fs/mkdir': MAKE_FILES,
  'POST /api/homes/:who/fs/newfile': MAKE_FILES,
  'POST /api/homes/:who/fs/rename': { ...MAKE_FILES, ...files('EBADNAME') },
  'POST /api/homes/:who/fs/move': MOVE_FILES,
  'POST /api/homes/:who/fs/copy': { ...MOVE_FILES, ...files('EFOREIGN', 'ENOWORKTREE') },
  'POST /api/homes/:who/fs/delete': MOVE_FILES,
  'POST /api/homes/:who/fs/upload': UPLOAD_FILE,
  'POST /api/homes/:who/fs/trash/restore': { ...RESTORE_FILE, ...OF_WORKTREE },
  'POST /api/homes/:who/fs/trash/purge': files('ENOTFOUND', 'EREADONLY'),
  'GET /api/lanes/branches': { EFOLDER: sendsAs('bob', { path: '/api/lanes/branches?path=/' }) },
  'GET /api/lanes/preparation': { EFOLDER: sendsAs('bob', { path: '/api/lanes/preparation?path=/' }) },
  'POST /api/lanes': {
    EFOLDER: sendsAs('bob', { body: { cwd: '/' } }),
    ...newLane,
    EDUPCWD: (key) => lane({ cwd: app.folder })(key),
  },
  'POST /api/lanes/ensure': {
    ENOTFOUND: sendsAs('bob', { body: { cwd: '/' } }),
    ...newLane,
    EDUPCWD: unable('EDUPCWD'),
  },
  'POST /api/lanes/new': {
    EBUDGET: unable('EBUDGET'),
    EBADBRANCH: unable('EBADBRANCH'),
    EBADCWD: unable('EBADCWD'),
    EBRANCHBUSY: unable('EBRANCHBUSY'),
    EBADFIELD: lane({ repo: folder, prompt: 'x', count: 5 }),
    EBADPIPELINE: unable('EBADPIPELINE'),
    EBADPROMPT: lane({ repo: folder }),
    EBADPROXY: unable('EBADPROXY'),
    EBADSESSION: unable('EBADSESSION'),
    EBADSLOT: unable('EBADSLOT'),
    EBADSLUG: unable('EBADSLUG'),
    EBADTOOL: lane({ repo: folder, prompt: 'x', tool: 'cli_z' }),
    EDUPCWD: unable('EDUPCWD'),
    EEMPTYREPO: unable('EEMPTYREPO'),
    EFOLDER: unable('EFOLDER'),
    EGIT: unable('EGIT'),
    ENOBRANCH: unable('ENOBRANCH'),
    ENOTOOL: unable('ENOTOOL'),
    EPANE: unable('EPANE'),
    EUNSUPPORTED: unable('EUNSUPPORTED'),
    EWORKTREEDIRCOLLISION: unable('EWORKTREEDIRCOLLISION'),
  },
  'POST /api/lanes/worktree': {
    ...newLane,
    EFOLDER: sendsAs('bob', { body: { sourceRepo: '/', title: 'x' } }),
    EBADCWD: lane({ sourceRepo: import.meta.filename }),
    EBADSLUG: lane({ sourceRepo: folder, slug: '/' }),
    EEMPTYREPO: (key) => {
      const repository = join(folder, 'empty')
      mkdirSync(repository)
      gitIn(repository, 'init', '--quiet')
      return lane({ sourceRepo: repository })(key)
    },
    EBADBRANCH: unable('EBADBRANCH'),
    EBRANCHBUSY: unable('EBRANCHBUSY'),
    ENOBRANCH: unable('ENOBRANCH'),
    EDUPCWD: unable('EDUPCWD'),
    EGIT: unable('EGIT'),
    EWORKTREEDIRCOLLISION: unable('EWORKTREEDIRCOLLISION'),
  },
  'GET /api/lanes/:id/preflight': { EBADACTION: (key) => sends({ path: pathOfKnown(key) })(key) },
  'POST /api/lanes/:id/reset': {
    ...unconfirmed,
    ENOCWD: unable('ENOCWD'),
    ENOTMANAGED: lane({ confirm: true, expect: { head: null, dirty: null, untracked: null, unpushed: null } }),
  },
  'POST /api/lanes/:id/remove': { ...unconfirmed, ERUNLIVE: unable('ERUNLIVE') },
  'POST /api/lanes/:id/purge': {
    ECONFIRM: lane({}),
    EEXPECT: lane({ confirm: true }),
    ESTALE: lane({ confirm: true, expect: { sessions: 99, events: 0, tokenRows: 0 } }),
  },
  'POST /api/lanes/:id/session-worktree/remove': {
    ECONFIRM: lane({}),
    EGIT: unable('EGIT'),
    ELIVE: unable('ELIVE'),
    ELOCKED: unable('ELOCKED'),
    ENOWORKTREE: lane({ confirm: true, session: 'none' }),
    EOTHERWORKTREE: unable('EOTHERWORKTREE'),
    EOUTSIDELANE: unable('EOUTSIDELANE'),
  },
  'POST /api/lanes/:id/up': {
    EBADPROFILE: unable('EBADPROFILE'),
    ENOPROFILE: lane({}),
    EPORTBUSY: unable('EPORTBUSY'),
    EPROVISIONING: unable('EPROVISIONING'),
    ESLOTS: unable('ESLOTS'),
  },
  'POST /api/lanes/:id/down': { ERUNTIMEOUT: unable('ERUNTIMEOUT') },
  'POST /api/lanes/:id/hook/:name': {
    EBADFIELD: hookOfLane('health', { args: 'a' }),
    EBUSY: unable('EBUSY'),
    ENOHOOK: hookOfLane('deploy'),
    ENOSLOT: hookOfLane('health'),
  },
  'GET /api/lanes/:id/logs/:svc': { ENOLOG: unable('ENOLOG') },
  'POST /api/run': {
    ...starting,
    EBADCWD: lane({ cwd: 'relative' }),
    EBADPIPELINE: unable('EBADPIPELINE'),
    EDUPCWD: unable('EDUPCWD'),
    ENOLANE: unable('ENOLANE'),
    ENOTFOUND: sendsAs('bob', { body: { cwd: '/', shell: true } }),
  },
  'DELETE /api/run/:id': {
    ERUNTIMEOUT: unable('ERUNTIMEOUT'),
    ETMUX: unable('ETMUX'),
    ETMUXMISSING: unable('ETMUXMISSING'),
  },
  'POST /api/lanes/:id/archive': { EPROVISIONING: unable('EPROVISIONING'), ERUNLIVE: unable('ERUNLIVE') },
  'DELETE /api/lanes/:id/archive': { EPROVISIONING: unable('EPROVISIONING'), ERUNLIVE: unable('ERUNLIVE') },
  'DELETE /api/lanes/:id': { EPROVISIONING: unable('EPROVISIONING'), ERUNLIVE: unable('ERUNLIVE') },
  'PATCH /api/lanes/:id': {
    EBADFIELD: lane({ status: 'idle' }),
    EBADPIPELINE: lane({ pipeline: 'none' }),
    EBADTOOL: lane({ tool: 'cli_b' }),
  },
  'GET /api/lanes/:id/git': noWorktree,
  'GET /api/lanes/:id/git/branches': noWorktree,
  'GET /api/lanes/:id/git/log': { ...noWorktree, EBADPATH: git('file=../a') },
  'GET /api/lanes/:id/git/changes': {
    ...noWorktree,
    EBADREV: git('range=commit&sha=ffffffff'),
    ENOBASE: git('range=branch'),
    ENOFILECHANGE: git('path=../a'),
  },
  'GET /api/lanes/:id/git/file': gitFile,
  'PUT /api/lanes/:id/git/file': {
    EBADCONTENT: lane({ ...EDITED, content: 5 }),
    EBADPATH: lane({ ...EDITED, path: '../a.txt' }),
    EBINARY: lane({ ...EDITED, path: 'binary' }),
    EGIT: unable('EGIT'),
    ENOFILE: lane({ ...EDITED, path: 'none.txt' }),
    ENOWORKTREE: (key) => ask(app, key, { path: `${pathOfKnown(key)}?session=none`, body: EDITED }),
    EOTHERWORKTREE: unable('EOTHERWORKTREE'),
    EOUTSIDELANE: unable('EOUTSIDELANE'),
    EPROVISIONING: unable('EPROVISIONING'),
    ESECRET: lane({ ...EDITED, path: '.claude/settings.local.json' }),
    ESTALE: lane(EDITED),
    ETOOBIG: lane({ ...EDITED, content: 'x'.repeat(1024 * 1024 + 1) }),
  },
  'GET /api/lanes/:id/git/raw': { ...gitFile, ENOTIMAGE: git('path=a.txt'), ETOOBIG: git('path=large.png') },
  'GET /api/lanes/:id/git/ls': noWorktree,
  'GET /api/lanes/:id/git/tree': { ...noWorktree, EBADPATH: git('path=..') },
  'GET /api/lanes/:id/git/tree-all': noWorktree,
  'POST /api/lanes/:id/stage': {
    EBADFIELD: stage('feature', { stage: 'plan', result: 'maybe' }),
    EBADSTAGE: stage('feature', { stage: 'none' }),
    ENOPIPELINE: stage('default', { stage: 'plan' }),
  },
  'GET /api/lanes/:id/git/commit-turns': {
    ...noWorktree,
    EGIT: unable('EGIT'),
    EUNAVAILABLE: unable('EUNAVAILABLE'),
  },
  'POST /api/lanes/:id/git/:action': {
    EHUNKGONE: gitAction('stage-hunk', { path: 'a.txt', hunk: '@@ -1 +1 @@' }),
    ESECRET: gitAction('stage-hunk', { path: 'settings.local.json', hunk: '@@ -1 +1 @@' }),
    EUNTRACKED: gitAction('stage-hunk', { path: 'large.png', hunk: '@@ -1 +1 @@' }),
    EBADACTION: gitAction('none'),
    EBADBRANCH: gitAction('switch'),
    EBADCRED: gitAction('fetch', { credentials: { ...credentials, password: '' } }),
    EBADHOST: gitAction('fetch', { credentials }),
    EBADMESSAGE: gitAction('commit'),
    EBADPATH: gitAction('stage', { paths: ['none.txt'] }),
    EBADSIDE: gitAction('resolve', { path: 'a.txt' }),
    EBADURL: gitAction('publish', { url: '/srv/shop' }),
    EBRANCHBUSY: unable('EBRANCHBUSY', STAGE),
    EBRANCHEXISTS: unable('EBRANCHEXISTS', STAGE),
    ECONFIRM: gitAction('discard', { paths: ['a.txt'] }),
    ECONFLICTS: unable('ECONFLICTS', STAGE),
    EDIRTY: unable('EDIRTY', STAGE),
    EGIT: unable('EGIT', STAGE),
    EGITAUTH: unable('EGITAUTH', STAGE),
    EEXPECT: gitAction('commit-turns'),
    EMARKERS: unable('EMARKERS', STAGE),
    EMERGING: unable('EMERGING', STAGE),
    ENOBRANCH: gitAction('switch', { branch: 'none' }),
    ENOCHANGES: gitAction('commit', { message: 'none', only: 'staged' }),
    ENOMERGE: gitAction('merge-commit'),
    ENOCOMMITS: unable('ENOCOMMITS', STAGE),
    ENOREMOTE: gitAction('push'),
    ENOTFOUND: gitAction('restore', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    ENOWORKTREE: gitAction('stage?session=none'),
    EOTHERWORKTREE: unable('EOTHERWORKTREE', STAGE),
    EOUTSIDELANE: unable('EOUTSIDELANE', STAGE),
    EPROTECTED: gitAction('branch-delete', { branch: 'main' }),
    EPROVISIONING: unable('EPROVISIONING', STAGE),
    EREMOTEEXISTS: unable('EREMOTEEXISTS', STAGE),
    ESTAGEDOUTSIDE: unable('ESTAGEDOUTSIDE', STAGE),
    ESTALE: unable('ESTALE', STAGE),
    ESUBDIR: unable('ESUBDIR', STAGE),
  },
  'POST /api/lanes/:id/git/commit-message': {
    EAI: unable('EAI'),
    EGIT: unable('EGIT'),
    ENOSTAGED: lane({}),
    ENOTOOL: unable('ENOTOOL'),
    ENOWORKTREE: git('session=none'),
  },
  'GET /api/lanes/:id/features/:slug': {
    ENOFEATURE: (key) => sends({ path: `/api/lanes/${known.lane}/features/none` })(key),
  },
  'POST /api/lanes/:id/features/activate': {
    EBADFIELD: (key) =>
      sends({ path: `/api/lanes/${known.lane}/features/activate`, body: { slug: 'x', title: {} } })(key),
    EBADSLUG: (key) => sends({ path: `/api/lanes/${known.lane}/features/activate`, body: { slug: 'feat/' } })(key),
  },
  'GET /api/lanes/pipeline-stats': { EBADLANE: (key) => sends({ path: `${pathOfKnown(key)}?lane=x` })(key) },
  'POST /api/lanes/:id/start': { ...starting, ENOTFOUND: sendsAs('ada', { body: {} }) },
  'POST /api/lanes/:id/message': {
    EBADMESSAGE: lane({ text: '\u001b[201~' }),
    EBADSLOT: lane({ text: 'hello', slot: 'auto' }),
    ...unsent,
  },
  'POST /api/lanes/:id/queue': {
    EBADFIELD: unable('EBADFIELD'),
    EBADMESSAGE: lane({ text: '' }),
    EBADSLOT: lane({ text: 'hello', slot: 'auto' }),
    ENOPANE: unable('ENOPANE'),
    ERUNLIVE: unable('ERUNLIVE'),
    ETMUX: unable('ETMUX'),
    ETMUXMISSING: unable('ETMUXMISSING'),
  },
  'PATCH /api/lanes/:id/queue/:message': {
    EBADMESSAGE: unable('EBADMESSAGE'),
    ENOTFOUND: sendsAs('ada', { body: { text: 'hello' } }),
  },
  'DELETE /api/lanes/:id/queue/:message': { ENOTFOUND: sendsAs('ada') },
  'POST /api/lanes/:id/queue/:message/send': { ...unsent, ENOTFOUND: sendsAs('ada', { body: {} }) },
  'POST /api/lanes/:id/retry': {
    ...refusedStart,
    ...unsent,
    ENOTFOUND: sendsAs('ada', { body: {} }),
    EBADSLOT: lane({ slot: 'auto' }),
  },
  'GET /api/lanes/:id/land': unread,
  'POST /api/lanes/:id/land': {
    ...unlanded,
    EBADFIELD: lane({ how: 'rebase' }),
    EBADMESSAGE: lane({ message: '' }),
    ECONFIRM: unable('ECONFIRM'),
  },
  'POST /api/lanes/:id/update': {
    ...unread,
    EBADFIELD: lane({ fetch: 'yes' }),
    EBADBRANCH: unable('EBADBRANCH'),
    EDIRTY: unable('EDIRTY'),
    EMERGING: unable('EMERGING'),
    ENOBRANCH: unable('ENOBRANCH'),
    ENOWORKTREE: unable('ENOWORKTREE'),
    EOTHERWORKTREE: unable('EOTHERWORKTREE'),
    EOUTSIDELANE: unable('EOUTSIDELANE'),
    EPROVISIONING: unable('EPROVISIONING'),
    ESUBDIR: unable('ESUBDIR'),
  },
  'POST /api/lanes/:id/revert': unlanded,
  'POST /api/lanes/:id/accept': { ...unread, EEXPECT: lane({}), ESTALE: unable('ESTALE') },
  'GET /api/lanes/:id/pull-request': { ...unread, ENOBRANCH: unable('ENOBRANCH') },
  'GET /api/lanes/:id/seen': unread,
  'GET /api/lanes/:id/evidence': { EUNAVAILABLE: readless },
  'POST /api/lanes/:id/checks/:name': {
    EBADFIELD: lane({}),
    EBUSY: unable('EBUSY'),
    EPROVISIONING: unable('EPROVISIONING'),
    EUNAVAILABLE: readless,
  },
  'GET /api/lanes/:id/why': { ...unread, ENOFILECHANGE: git('path=..%2Fa.txt'), EUNAVAILABLE: linesUnread },
  'GET /api/lanes/:id/seen/file': { ...unread, ENOFILECHANGE: git('path=..%2Fa.txt') },
  'POST /api/lanes/:id/comments': { EBADFIELD: lane({ path: 'a.txt' }), EBADPATH: lane({ path: '../a.txt' }) },
  'PATCH /api/lanes/:id/comments/:comment': {
    EBADFIELD: unable('EBADFIELD'),
    EBADPATH: unable('EBADPATH'),
    ENOTFOUND: sendsAs('ada', { body: { resolved: true } }),
  },
  'DELETE /api/lanes/:id/comments/:comment': { ENOTFOUND: sendsAs('ada') },
  'POST /api/lanes/:id/comments/send': {
    ...refusedStart,
    ENOTFOUND: sendsAs('ada', { body: {} }),
    EBADMESSAGE: unable('EBADMESSAGE'),
    EBADPATH: unable('EBADPATH'),
    EBADSLOT: unable('EBADSLOT'),
    ENOTREADY: unable('ENOTREADY'),
    ENOCHANGES: unable('ENOCHANGES'),
  },
  'PUT /api/lanes/:id/seen': { EBADFIELD: lane({ seen: 'all' }) },
  'GET /api/lanes/:id/prompt': {
    EBADSLOT: git('slot=10'),
    ENOPANE: unable('ENOPANE'),
    ERUNLIVE: unable('ERUNLIVE'),
    ETMUX: unable('ETMUX'),
    ETMUXMISSING: unable('ETMUXMISSING'),
  },
  'POST /api/lanes/:id/answer': {
    EASKGONE: unable('EASKGONE'),
    EBADMESSAGE: lane({ slot: 0, digest: 'a', option: '1', text: '\u001b[201~' }),
    EBADSLOT: lane({ slot: 'auto' }),
    ...unsent,
  },
  'POST /api/races': {
    EBUDGET: unable('EBUDGET'),
    EBADBRANCH: unable('EBADBRANCH'),
    EBADCWD: unable('EBADCWD'),
    EBRANCHBUSY: unable('EBRANCHBUSY'),
    EBADFIELD: sends({ body: { repo: folder, prompt: 'x', agents: [{}] } }),
    EBADPIPELINE: unable('EBADPIPELINE'),
    EBADPROMPT: sends({ body: { repo: folder, agents: [{}, {}] } }),
    EBADPROXY: unable('EBADPROXY'),
    EBADSESSION: unable('EBADSESSION'),
    EBADSLOT: unable('EBADSLOT'),
    EBADSLUG: unable('EBADSLUG'),
    EBADTOOL: sends({ body: { repo: folder, prompt: 'x', agents: [{ tool: 'cli_z' }, {}] } }),
    EDUPCWD: unable('EDUPCWD'),
    EEMPTYREPO: unable('EEMPTYREPO'),
    EFOLDER: unable('EFOLDER'),
    EGIT: unable('EGIT'),
    ENOBRANCH: unable('ENOBRANCH'),
    ENOTOOL: unable('ENOTOOL'),
    EPANE: unable('EPANE'),
    EUNSUPPORTED: unable('EUNSUPPORTED'),
    EWORKTREEDIRCOLLISION: unable('EWORKTREEDIRCOLLISION'),
  },
  'POST /api/races/:id/keep': {
    EBADFIELD: (key) => sends({ path: pathOfKnown(key), body: { lane: 'x' } })(key),
    ERACE: unable('ERACE'),
  },
  'POST /api/trains': {
    ...unread,
    EBADFIELD: sends({ body: { lanes: [] } }),
    EFOLDER: unable('EFOLDER'),
    ENOTLANDABLE: unable('ENOTLANDABLE'),
    EOUTSIDELANE: unable('EOUTSIDELANE'),
    ETRAIN: unable('ETRAIN'),
  },
  'POST /api/asks/:id/answer': {
    EASKGONE: unable('EASKGONE'),
    EBADMESSAGE: (key) =>
      sends({ path: pathOfKnown(key), body: { digest: 'a', option: '1', text: '\u001b[201~' } })(key),
    ENOPANE: unable('ENOPANE'),
    ENOTREADY: unable('ENOTREADY'),
    ERUNLIVE: unable('ERUNLIVE'),
    ETMUX: unable('ETMUX'),
    ETMUXMISSING: unable('ETMUXMISSING'),
  },
  'POST /api/lanes/:id/review': {
    ...refusedStart,
    ENOTFOUND: sendsAs('ada', { body: {} }),
    EBADMESSAGE: lane({ comments: [{ path: 'a.txt', text: '' }] }),
    EBADPATH: lane({ comments: [{ path: '../a.txt', text: 'Why?' }] }),
    EBADSLOT: lane({ comments: [{ path: 'a.txt', text: 'Why?' }], slot: 10 }),
    ENOTREADY: unable('ENOTREADY'),
  },
  'POST /api/lanes/:id/router/apply': {
    EBADPROXY: lane({ profile: 'none' }),
    EBADPATH: unable('EBADPATH'),
    EBADFIELD: unable('EBADFIELD'),
    ENOCWD: unable('ENOCWD'),
    EREADONLY: unable('EREADONLY'),
    ESTALE: unable('ESTALE'),
    EPROVISIONING: unable('EPROVISIONING'),
  },
  'POST /api/lanes/:id/stop': {
    EBADSLOT: lane({ slot: 'auto' }),
    ERUNTIMEOUT: unable('ERUNTIMEOUT'),
    ETMUX: unable('ETMUX'),
    ETMUXMISSING: unable('ETMUXMISSING'),
  },
  'POST /api/hooks': hook,
  'POST /api/hooks/event': hook,
  'POST /api/hooks/codex': hook,
  'POST /api/statusline': { MISSING_SESSION: sends({ body: {} }) },
  'POST /api/auth/login': {
    ENOTSERVER: sends({ path: '/api/auth/login', body: { username: 'ada', password: 'x' } }),
    EBADLOGIN: sends({ body: { username: 'ada', password: 'wrong-password' } }, () => team.app),
    EBADORIGIN: sends({ body: { username: 'ada', password: 'x' }, headers: FOREIGN }),
    ETOOMANY: tooMany,
  },
  'POST /api/auth/logout': { EBADORIGIN: sends({ headers: FOREIGN }) },
  'PATCH /api/me/account': {
    EBADFIELD: sendsAs('bob', { body: { displayName: 'x'.repeat(101) } }),
    EBADEMAIL: sendsAs('bob', { body: { email: 'none' } }),
    ENOUSER: unable('ENOUSER'),
  },
  'POST /api/me/password': {
    EBADPASSWORD: sendsAs('bob', { body: { newPassword: 'short' } }),
    ETOOMANY: tooMany,
    ENOUSER: unable('ENOUSER'),
    ESELF: unable('ESELF'),
    ELASTADMIN: unable('ELASTADMIN'),
  },
  'GET /api/me/avatar': { ENOAVATAR: sends() },
  'POST /api/me/tokens': { EBADFIELD: sendsAs('bob', { body: { name: '' } }), ETOOMANY: tooMany },
  'DELETE /api/me/tokens/:id': { ENOTFOUND: sendsAs('bob', { body: {} }) },
  'PUT /api/me/avatar': {
    EBADIMAGE: sendsAs('bob', { body: 'text' }),
    ETOOBIG: sendsAs('bob', { body: new Uint8Array(1024 * 1024 + 1) }),
    ENOUSER: unable('ENOUSER'),
  },
  'DELETE /api/me/avatar': { ENOUSER: unable('ENOUSER') },
  'POST /api/users': {
    EBADUSER: sendsAs('ada', { body: { username: 'X!', password: 'a-long-phrase-1', role: 'member' } }),
    EBADPASSWORD: sendsAs('ada', { body: { username: 'eve', password: 'short', role: 'member' } }),
    EBADROLE: sendsAs('ada', { body: { username: 'eve', password: 'a-long-phrase-1', role: 'owner' } }),
    EEXISTS: sendsAs('ada', { body: { username: 'bob', password: 'a-long-phrase-1', role: 'member' } }),
    EPROVISION: unable('EPROVISION'),
    ENOUSER: unable('ENOUSER'),
    ETOOMANY: tooMany,
  },
  'GET /api/users/:id': { ENOUSER: sendsAs('ada') },
  'GET /api/users/:id/avatar': {
    ENOUSER: sendsAs('ada'),
    ENOAVATAR: (key) => user({}, () => team.ids.bob, '/avatar')(key),
  },
  'PATCH /api/users/:id': {
    ...STOPPING,
    EFOLDER: unable('EFOLDER'),
    EBADFIELD: user({ username: 'x' }),
    ENOUSER: sendsAs('ada', { body: {} }),
    ETOOMANY: tooMany,
    EBADEMAIL: user({ email: 'none' }),
    EBADROLE: user({ role: 'owner' }),
    EBADPASSWORD: user({ password: 'short' }),
    ENOLANE: user({ addWorkspaces: [999] }),
    ESELF: user({ role: 'member' }, () => team.ids.ada),
    ELASTADMIN: async () => {
      const { status, body } = await team.host('PATCH', `/api/users/${team.ids.ada}`, { disabled: true })
      return { status, code: codeIn(JSON.stringify(body)) }
    },
    ENOTOWNED: unable('ENOTOWNED'),
  },
  'POST /api/users/:id/password': {
    EBADPASSWORD: user({ password: 'short' }, () => team.ids.bob, '/password'),
    ENOUSER: sendsAs('ada', { body: {} }),
    ETOOMANY: tooMany,
    ESELF: unable('ESELF'),
    ELASTADMIN: unable('ELASTADMIN'),
  },
  'POST /api/users/:id/workspaces': {
    ...STOPPING,
    EFOLDER: unable('EFOLDER'),
    EBADFIELD: user({ laneId: 'x' }, () => team.ids.bob, '/workspaces'),
    ENOUSER: sendsAs('ada', { body: {} }),
    ENOLANE: user({ laneId: 999 }, () => team.ids.bob, '/workspaces'),
  },
  'DELETE /api/users/:id': {
    ...STOPPING,
    ESELF: user({}, () => team.ids.ada),
    ENOUSER: sendsAs('ada', { body: {} }),
    ELASTADMIN: unable('ELASTADMIN'),
    EPROVISION: unable('EPROVISION'),
    EPROVISIONING: unable('EPROVISIONING'),
  },
  ...forEachList(() => ({ EADMIN: sendsAs('grace'), EREBUILDING: unable('EREBUILDING') })),
  'GET /api/cc-config/file': configFile,
  'GET /api/codex-config/file': configFile,
  'PUT /api/cc-config/file': CONFIG.put,
  'PUT /api/codex-config/file': CONFIG.put,
  'DELETE /api/cc-config/file': CONFIG.remove,
  'DELETE /api/codex-config/file': CONFIG.remove,
  'POST /api/cc-config/mcp/add': CONFIG.addServer,
  'POST /api/codex-config/mcp/add': CONFIG.addServer,
  'POST /api/cc-config/mcp/remove': CONFIG.removeServer,
  'POST /api/codex-config/mcp/remove': CONFIG.removeServer,
  'GET /api/locks': asksForAccount,
  'GET /api/git-credentials': asksForAccount,
  'POST /api/alerts/rules': {
    EADMIN: sendsAs('grace', {
      body: { name: 'All', rule_type: 'waiting', config: { minutes: 5 }, scope: 'all' },
    }),
  },
  'PATCH /api/alerts/rules/:id': {
    EADMIN: async (key) => {
      const rule = { name: 'Own', rule_type: 'waiting', config: { minutes: 5 } }
      const made = await team.as<{ rule: { id: string } }>('grace', '/api/alerts/rules', { method: 'POST', body: rule })
      return sendsAs('grace', { path: `/api/alerts/rules/${made.json.rule.id}`, body: { scope: 'all' } })(key)
    },
  },
  'POST /api/cc-config/memory': files('EREADONLY', 'EADMIN', 'EBADPATH', 'EEXISTS'),
  'POST /api/codex-config/memory': files('EREADONLY', 'EADMIN', 'EBADPATH', 'EEXISTS'),
  'PATCH /api/cc-config/settings': files('EREADONLY', 'EADMIN', 'EBADFIELD', 'EBADPATH', 'ESTALE'),
  'PUT /api/cc-config/keybindings': files('EREADONLY', 'EBADFIELD', 'EBADPATH', 'ESTALE'),
  'GET /api/cc-config/backups': files('EADMIN'),
  'POST /api/accounts': files('EBADTOOL', 'EBADNAME', 'EBADTOKEN', 'EEXISTS', 'ENOACCOUNT', 'EACTIVE', 'EUPSTREAM'),
  'DELETE /api/accounts/:name': files('EBADTOOL', 'ENOACCOUNT'),
  'POST /api/cc-config/profiles': files('EBADNAME', 'EBADFIELD', 'EDUPLICATE', 'EEXISTS', 'ENOLOGIN', 'ENOTFOUND'),
  'PATCH /api/cc-config/profiles': files('EBADFIELD', 'EEXISTS', 'ENOTFOUND'),
  'DELETE /api/cc-config/profiles': files('ENOTFOUND', 'EACTIVE'),
  'POST /api/cc-config/profiles/activate': files('EBADFIELD', 'EEXISTS', 'ENOTFOUND', 'EUNSAVED', 'ESTALE'),
  'POST /api/cc-config/profiles/quota': files(
    'EBADFIELD',
    'EEXISTS',
    'ENOTFOUND',
    'ELIVEEXPIRED',
    'ESTALE',
    'EUPSTREAM',
  ),
  'POST /api/ai-routers': files('EBADNAME', 'EBADURL', 'EBADKEY', 'EBADFIELD', 'EEXISTS', 'ENOTFOUND'),
  'POST /api/ai-routers/test': files('EBADURL', 'EBADKEY', 'ENOTFOUND'),
  'PATCH /api/ai-routers/:name': files('EBADURL', 'EBADKEY', 'EBADFIELD', 'ENOTFOUND'),
  'DELETE /api/ai-routers/:name': files('ENOTFOUND'),
  'POST /api/cc-config/reload': files('ETMUX', 'ETMUXMISSING'),
  'POST /api/cc-config/plugins/update-all': files('EBUSY'),
  'GET /api/cc-config/plugins/update-all': files('EADMIN'),
  'POST /api/decisions/:id/later': {
    EBADFIELD: sends({ path: '/api/decisions/review-1-2/later', body: { until: 'soon' } }),
    NOT_FOUND: sends({
      path: '/api/decisions/review-1-2/later',
      body: { until: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  },
  'PUT /api/me/prefs': { EBADPREFS: sends({ path: '/api/me/prefs', body: { prefs: { unknown: 'x' } } }) },
  'PUT /api/me/instructions': {
    EBADFIELD: sends({ path: '/api/me/instructions', body: { instructions: 7 } }),
    ETOOBIG: sends({ path: '/api/me/instructions', body: { instructions: 'x'.repeat(16_001) } }),
  },
  'PUT /api/lanes/:id/instructions': {
    EBADFIELD: lane({ instructions: 7 }),
    ETOOBIG: lane({ instructions: 'x'.repeat(16_001) }),
  },
  'POST /api/git-credentials': {
    EBADHOST: sends({ body: { protocol: 'ssh', host: 'git.example.com', username: 'ada', password: 'token' } }),
    EBADCRED: sends({ body: { protocol: 'https', host: 'git.example.com', username: '', password: 'token' } }),
  },
  'DELETE /api/git-credentials/:protocol/:host': {
    EBADHOST: sends({ path: '/api/git-credentials/ssh/git.example.com' }),
    ENOTFOUND: sends({ path: '/api/git-credentials/https/git.example.com' }),
  },
  'GET /api/lanes/:id/proof/:slug/:group/:file': { ENOFILE: proof('/cart/after/none.png') },
  'POST /api/lanes/:id/proof/:slug/:group': {
    EBADPATH: proof('/cart/after?name=..'),
    ENOFILE: proof('/cart/after', { headers: { 'content-type': 'multipart/form-data' }, body: 'no form' }),
    ENOTIMAGE: proof('/cart/after?name=a.png', { body: 'text' }),
    ETOOBIG: proof('/cart/after?name=a.png', { body: 'x'.repeat(20 * 1024 * 1024 + 1) }),
  },
  'DELETE /api/lanes/:id/proof/:slug': {
    EBADPATH: proof('/cart', { body: { group: 'ticket' } }),
    ENOFEATURE: proof('/cart', { body: {} }),
  },
  'POST /api/locks/:name/acquire': { EBADHOLDER: sends({ body: {} }) },
  'POST /api/locks/:name/release': {
    EBADHOLDER: sends({ body: {} }),
    ENOLOCK: sends({ body: { holder: 'ada' } }),
    ENOTHOLDER: sends({ path: '/api/locks/held/release', body: { holder: 'ben' } }),
  },
  'PATCH /api/push/subscribe': {
    NOT_FOUND: (key) => ask(app, key, { body: { ...(requestOf(key) as object), endpoint: 'https://none' } }),
  },
  'PUT /api/pricing': { NOT_FOUND: without(rule) },
  'PUT /api/pricing/gpt': { NOT_FOUND: without(rule) },
  'POST /api/pricing/:pattern/reset': { CUSTOM_RULE: sends({ path: '/api/pricing/custom/reset' }) },
  'DELETE /api/pricing/:pattern': { DEFAULT_RULE: priced('/api/pricing') },
  'DELETE /api/pricing/gpt/:pattern': { DEFAULT_RULE: priced('/api/pricing/gpt') },
  'PUT /api/settings/claude-home': { INVALID_PATH: sends({ body: { path: '/elsewhere' } }) },
  'PUT /api/settings/codex-home': { INVALID_PATH: sends({ body: { path: '/elsewhere' } }) },
  'POST /api/settings/install-hooks': hooksOf,
  'POST /api/settings/uninstall-hooks': hooksOf,
  'POST /api/settings/uninstall-other-hooks': hooksOf,
  'POST /api/settings/reinstall-hooks': hooksOf,
  'POST /api/remote-sources': remote,
  'PATCH /api/remote-sources/:id': remote,
  'POST /api/remote-sources/:id/sync': { SYNC_FAILED: machine({}) },
  'GET /api/import/guide': { INVALID_PROVIDER: sends({ path: '/api/import/guide?provider=other' }) },
  'POST /api/import/scan-path': {
    PATH_NOT_FOUND: sends({ body: { path: '/does/not/exist' } }),
    NOT_A_DIRECTORY: sends({ body: { path: import.meta.filename } }),
  },
  'POST /api/import/upload': {
    NO_FILES: uploads(['notes.txt', 'notes']),
    NO_JSONL: uploads(['notes.zip', zipOf([{ name: 'notes.txt', text: 'notes' }])]),
    INVALID_PROVIDER: uploads(['one.jsonl', LINE], { provider: 'other' }),
    IMPORT_UPLOAD_FAILED: sends({ body: 'no form' }),
    EXTRACTION_LIMIT_EXCEEDED: exceedsLimit,
  },
  'POST /api/settings/import': {
    INVALID_INPUT: sends({ body: '{' }),
    ETOOBIG: sends({ body: { path: 'x'.repeat(20_000) } }),
    EADMIN: sendsAs('grace', { body: { path: '/does/not/exist' } }),
    INVALID_PATH: sends({ body: { path: 'relative' } }),
    PATH_NOT_FOUND: sends({ body: { path: '/does/not/exist' } }),
    INVALID_JSON: uploads(['bundle.json', '{']),
    INVALID_FORMAT: uploads(['bundle.json', '{}']),
    IMPORT_UPLOAD_FAILED: uploads(null, { note: 'no file' }),
  },
}

const DECLARED = OWN_ROUTES.flatMap((key) => {
  const endpoint: Endpoint = contract[key]
  return codesOf(methodOf(key), endpoint).map((code) => {
    const own: Readonly<Partial<Record<RejectionCode, Drive>>> = (OWN as Record<string, object>)[key] ?? {}
    const isOwn = own[code] !== undefined
    return { key, code, isOwn, status: statusAt(endpoint, code), drive: own[code] ?? SHARED[code] }
  })
})
/** What the routes share is decided by the method and the access of a route: the first of each kind stands for the others. */
const kindOf = ({ key, code }: (typeof DECLARED)[number]): string =>
  `${code} ${methodOf(key)} ${(contract[key] as Endpoint).access}`
const FIRST = new Map(DECLARED.toReversed().map((declared) => [kindOf(declared), declared]))
const CASES = DECLARED.filter((declared) => declared.isOwn || FIRST.get(kindOf(declared)) === declared)

describe('every declared code can be provoked', () => {
  it('of every route', () => {
    expect(DECLARED.filter(({ drive }) => drive === undefined).map(({ key, code }) => `${key}: ${code}`)).toEqual([])
  })

  it.each(CASES)('$key: $status $code', async ({ key, code, status, drive }) => {
    expect(await drive?.(key)).toEqual({ status, code })
  })
})

it('every response matched its declaration', () => {
  expect([app.complaints, guarded.complaints]).toEqual([[], []])
})

describe('while tables are rebuilt', () => {
  const untabled = Object.entries<Endpoint>(contract).filter(
    ([key, endpoint]) => methodOf(key) === 'GET' && !codesOf('GET', endpoint).includes('EREBUILDING'),
  )
  it.each(untabled)('%s is answered', async (key) => {
    // Nobody has a picture in local mode.
    expect((await ask(rebuilding, key)).status).toBe(key === 'GET /api/me/avatar' ? 404 : 200)
  })
})
