import { afterEach, beforeEach, expect } from 'vitest'
import { runCli, type ServiceProcess, startProcess } from '../process/service-process.js'
import { startStubModel, type StubModel } from '../stub-model/server.js'
import type { Clis } from './clis.js'
import { type AgentHome, makeAgentHome } from './home.js'
import { until } from './until.js'

/** The usage that the stub model reports for each reply of Claude Code. */
const USAGE = { input_tokens: 12, output_tokens: 34, cache_read_tokens: 5600, cache_write_tokens: 780 }
export const replies = (n: number) =>
  Object.fromEntries(Object.entries(USAGE).map(([name, count]) => [name, count * n]))

export interface SessionSeen {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly situation: string
  readonly awaiting_reason: string | null
  readonly situation_event_type: string | null
  readonly headline: { readonly kind: string; readonly text: string } | null
  readonly subagents: Readonly<Record<string, number>>
}

export interface StatsSeen {
  readonly tokens: Readonly<Record<string, number>>
  readonly total_sessions: number
  readonly total_cost: number
}

export interface SessionStatsSeen {
  readonly tokens: Readonly<Record<string, number>>
  readonly tool_call_count: number
  readonly tools_used: readonly { readonly tool_name: string; readonly count: number }[]
  readonly agents: Readonly<Record<string, number>>
}

/** The built service, its hooks installed in a scratch home where the real CLIs use a stub model. */
export interface Watched {
  readonly home: () => AgentHome
  readonly env: () => Readonly<Record<string, string>>
  readonly model: () => StubModel
  readonly service: () => ServiceProcess
  /** Restarts the service after the caller stopped it, optionally with another environment. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>
  readonly get: <A>(path: string) => Promise<A>
  readonly sessions: () => Promise<readonly SessionSeen[]>
  readonly stats: () => Promise<StatsSeen>
  readonly statsOf: (session: string) => Promise<SessionStatsSeen>
  readonly eventTypes: (session?: string) => Promise<string[]>
  /** Waits until a session is in a situation. */
  readonly situated: (situation: string) => Promise<SessionSeen>
  /** Waits until the total tokens equal those of `replies` replies. */
  readonly tokensAre: (replies: number) => Promise<unknown>
}

/**
 * Sets up the service, the home and the model for every test of the surrounding block.
 * @param more returns what is added to the service's environment
 */
export const watchAgents = (
  clis: Clis | null,
  more: (home: AgentHome) => Readonly<Record<string, string>> = () => ({}),
): Watched => {
  let model: StubModel
  let home: AgentHome
  let service: ServiceProcess
  let env: Record<string, string>
  beforeEach(async () => {
    if (clis === null) return
    model = await startStubModel()
    home = makeAgentHome(model.url)
    env = {
      SVC_DATA_DIR: home.dataDir,
      CLAUDE_CONFIG_DIR: home.claudeHome,
      CODEX_HOME: home.codexHome,
      DASHBOARD_PORT: '0',
      NO_COLOR: '1',
      ...more(home),
    }
    expect((await runCli(['hooks', 'install', 'claude', 'codex'], env)).code).toBe(0)
    service = await startProcess(env)
  })
  afterEach(async () => {
    if (clis === null) return
    await service.kill()
    await model.close()
    home.remove()
  })

  const get = async <A>(path: string): Promise<A> => (await (await fetch(service.url + path)).json()) as A
  const sessions = async () => (await get<{ sessions: SessionSeen[] }>('/api/sessions')).sessions
  const stats = () => get<StatsSeen>('/api/stats')
  return {
    home: () => home,
    env: () => env,
    model: () => model,
    service: () => service,
    restart: async (where = env) => {
      service = await startProcess(where)
    },
    get,
    sessions,
    stats,
    statsOf: (session) => get(`/api/sessions/${session}/stats`),
    eventTypes: async (session) => {
      const filter = session === undefined ? '' : `&session_id=${session}`
      const { events } = await get<{ events: { event_type: string }[] }>(`/api/events?limit=500${filter}`)
      return events.map(({ event_type }) => event_type)
    },
    situated: (situation) =>
      until(`a session to be ${situation}`, async () =>
        (await sessions()).find((session) => session.situation === situation),
      ),
    tokensAre: (n) =>
      until(`the tokens of ${n} replies`, async () => {
        const { tokens } = await stats()
        return JSON.stringify(tokens) === JSON.stringify(replies(n)) && tokens
      }),
  }
}
