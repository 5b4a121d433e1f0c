import { setTimeout } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { WebSocket } from 'ws'
import type { RouteAnswer } from '../../src/http/contract/index.js'
import type { SocketMessage } from '../../src/http/contract/socket.js'
import { type RunningServer, startServer } from './program.js'

/** The folders of a service, separate from those of the user. */
export interface ServicePlaces {
  readonly dataDir: string
  readonly claudeHome: string
  readonly codexHome: string
}

const root = join(import.meta.dirname, '..', '..')

/** Starts the built service on a free port. */
export const startService = (
  places: ServicePlaces,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> => {
  if (!existsSync(join(root, 'dist', 'cli.js'))) throw new Error('the service is not built: run `npm run build` first')
  return startServer([join(root, 'dist', 'cli.js'), 'start'], {
    DASHBOARD_PORT: '0',
    SVC_DATA_DIR: places.dataDir,
    CLAUDE_CONFIG_DIR: places.claudeHome,
    CODEX_HOME: places.codexHome,
    ...env,
  })
}

export const getJson = async <A>(server: RunningServer, path: string): Promise<A> => {
  const response = await fetch(new URL(path, server.url))
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return JSON.parse(await response.text())
}

export const postJson = async <A>({ url }: RunningServer, path: string, body: object): Promise<A> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return JSON.parse(await response.text())
}

export const statsOf = (server: RunningServer) => getJson<RouteAnswer<'GET /api/stats'>>(server, '/api/stats')

export const sessionStatsOf = (server: RunningServer, session: string) =>
  getJson<RouteAnswer<'GET /api/sessions/:id/stats'>>(server, `/api/sessions/${session}/stats`)

export const infoOf = (server: RunningServer) =>
  getJson<RouteAnswer<'GET /api/settings/info'>>(server, '/api/settings/info')

export const isHealthy = async (server: RunningServer): Promise<boolean> =>
  (await fetch(new URL('/api/health', server.url))).ok

const isImporting = async (server: RunningServer): Promise<boolean> => {
  const progress = (await infoOf(server)).import
  if (progress?.phase === 'error') throw new Error(`the import failed: ${progress.error}`)
  return progress?.phase !== 'complete'
}

/** Waits until the history that existed at the start is imported. */
export const imported = async (server: RunningServer): Promise<void> => {
  while (await isImporting(server)) await setTimeout(20)
}

/** Names, in the side file, of the log followers for searches and insights. */
const FOLLOWERS = ['event-text', 'insights', 'conversations']

/** Waits until the side file has caught up with the log; before that, queries also scan the rest of the log. */
export const caughtUp = async (server: RunningServer, { dataDir }: Pick<ServicePlaces, 'dataDir'>): Promise<void> => {
  // The service responds to this request only after the side file exists.
  await getJson(server, '/api/workflows')
  const log = new Database(join(dataDir, 'switchyard.db'), { readonly: true })
  const side = new Database(join(dataDir, 'side.db'), { readonly: true })
  try {
    const head = log.prepare<[], { head: number }>('select max(position) as head from log')
    const reached = side.prepare<[string, number], { n: number }>(
      'select count(*) as n from progress where name in (select value from json_each(?)) and position >= ?',
    )
    const names = JSON.stringify(FOLLOWERS)
    while (reached.get(names, head.get()?.head ?? 0)?.n !== FOLLOWERS.length) await setTimeout(500)
  } finally {
    log.close()
    side.close()
  }
}

/** An open dashboard during a measurement, and the messages it received. */
export interface Viewer {
  readonly messages: readonly SocketMessage['type'][]
  readonly close: () => void
}

export const openViewer = async (server: RunningServer): Promise<Viewer> => {
  const socket = new WebSocket(new URL('/ws', server.url.replace('http', 'ws')))
  const messages: SocketMessage['type'][] = []
  socket.on('message', (data: Buffer) => {
    const message: SocketMessage = JSON.parse(data.toString())
    messages.push(message.type)
  })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  return { messages, close: () => socket.terminate() }
}
