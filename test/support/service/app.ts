import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Exit, Scope } from 'effect'
import { readConfig } from '../../../src/config.js'
import { type RunningService, service } from '../../../src/main.js'

export interface Answer<A = unknown> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; throws if it is not JSON. */
  readonly json: A
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The whole service in this process, on a free port, with its own folders. */
export interface App extends RunningService {
  readonly folder: string
  readonly claudeHome: string
  readonly codexHome: string
  readonly complaints: readonly string[]
  readonly send: <A = unknown>(path: string, options?: RequestOptions) => Promise<Answer<A>>
  readonly get: <A = Record<string, never>>(path: string) => Promise<A>
  /** Posts a hook as `{ hook_type, data }`; the service responds with 200. */
  readonly hook: (kind: string, data: Readonly<Record<string, unknown>>) => Promise<Answer>
  readonly close: () => Promise<void>
}

export const startApp = async (env: Readonly<Record<string, string>> = {}, at?: string): Promise<App> => {
  const folder = at ?? mkdtempSync(join(tmpdir(), 'switchyard-app-'))
  const [claudeHome, codexHome] = [join(folder, 'claude'), join(folder, 'codex')]
  mkdirSync(join(claudeHome, 'projects'), { recursive: true })
  mkdirSync(join(codexHome, 'sessions'), { recursive: true })
  const config = readConfig({
    DASHBOARD_PORT: '0',
    SVC_DATA_DIR: join(folder, 'data'),
    CLAUDE_CONFIG_DIR: claudeHome,
    CODEX_HOME: codexHome,
    SVC_CHECK_ANSWERS: '1',
    SVC_LIVENESS: '0',
    SVC_UPDATES: '0',
    SVC_DURABILITY: 'normal',
    PATH: process.env['PATH'],
    ...env,
  })
  const complaints: string[] = []
  const scope = await Effect.runPromise(Scope.make())
  const reports = { say: () => undefined, complain: (line: string) => complaints.push(line), progress: () => undefined }
  const running = await Effect.runPromise(Scope.extend(service(config, reports), scope))
  const send: App['send'] = (path, options = {}) => ask(running.url, path, options)
  return {
    ...running,
    folder,
    claudeHome,
    codexHome,
    complaints,
    send,
    get: async (path) => (await send(path)).json as never,
    hook: (hook_type, data) => send('/api/hooks', { method: 'POST', body: { hook_type, data } }),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      if (at === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ignored = (): void => undefined

// Not fetch, which cannot set the Host and Origin headers.
const ask = <A>(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions,
): Promise<Answer<A>> =>
  new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const { hostname, port } = new URL(base)
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        // The service may close a keep-alive connection while a test blocks the event loop that both share.
        agent: false,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            get json() {
              return JSON.parse(text) as A
            },
          })
        })
      },
    )
    sent.on('error', reject)
    // The service may respond and close before it read the body; by then the request has no error listener.
    sent.on('socket', (socket) => {
      // A keep-alive connection carries many requests.
      if (!socket.listeners('error').includes(ignored)) socket.on('error', ignored)
    })
    sent.end(payload)
  })
