import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Exit, Scope } from 'effect'
import { systemClock } from '../../../src/adapters/clock.js'
import { openForkServer } from '../../../src/adapters/process/fork-server/open.js'
import { readConfig } from '../../../src/config.js'
import { service } from '../../../src/main.js'
import type { RunningService } from '../../../src/wiring/reports.js'
import { type Answer, ask, type RequestOptions } from '../http/ask.js'

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

/** A login takes a hundredth of the time that it takes in a real service. */
const QUICK = { ln: 8, r: 8, p: 1 }
/** One for all services of a worker: to start one takes as long as to start a service. It ends with the worker. */
const forkServer = openForkServer(systemClock())

export const startApp = async (env: Readonly<Record<string, string>> = {}, at?: string): Promise<App> => {
  const folder = at ?? mkdtempSync(join(tmpdir(), 'switchyard-app-'))
  const [claudeHome, codexHome] = [join(folder, 'claude'), join(folder, 'codex')]
  mkdirSync(join(claudeHome, 'projects'), { recursive: true })
  mkdirSync(join(codexHome, 'sessions'), { recursive: true })
  const given = readConfig({
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
  const config = { ...given, passwordCost: QUICK, forkServer }
  const complaints: string[] = []
  const scope = await Effect.runPromise(Scope.make())
  const reports = {
    say: () => undefined,
    complain: (line: string) => complaints.push(line),
    progress: () => undefined,
    stop: () => undefined,
  }
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
