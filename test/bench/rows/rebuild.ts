import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { type EventLoop, eventLoopIn } from '../event-loop.js'
import type { RunningServer } from '../program.js'
import { median, quantile } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { getJson, isHealthy, type ServicePlaces, startService } from '../service.js'

/** Changes the database of a stopped service. */
const changed = ({ dataDir }: ServicePlaces, change: (db: Database.Database) => void): void => {
  const db = new Database(join(dataDir, 'switchyard.db'))
  try {
    change(db)
  } finally {
    db.close()
  }
}

/** Makes the database one of a release without named locks, of which the log has no event. */
const withoutLocks = (db: Database.Database): void => {
  db.exec(`drop table p_lock; delete from projection_state where name = 'lock'`)
}

/** Makes the largest tables those of another version. They are filled from all events. */
const withOldTables = (db: Database.Database): void => {
  db.exec(
    `update projection_state set version = -1 where name in ('tool-call', 'session', 'event-row', 'usage', 'plan')`,
  )
}

/** Makes the tables of lanes those of another version. */
const withOldLanes = (db: Database.Database): void => {
  db.exec(`update projection_state set version = -1 where name in ('lane', 'run', 'stack', 'stage')`)
}

const isRebuilding = async (service: RunningServer): Promise<boolean> =>
  (await getJson<RouteAnswer<'GET /api/health'>>(service, '/api/health')).rebuilding !== undefined

const OTHERS = ['/api/sessions?limit=50', '/api/events?limit=50', '/api/stats', '/api/pricing/cost', '/api/alerts']

const statusOf = async ({ url }: RunningServer, path: string): Promise<number> => {
  const response = await fetch(new URL(path, url))
  await response.arrayBuffer()
  return response.status
}

const postHook = async ({ url }: RunningServer, session: string): Promise<number> => {
  const body = JSON.stringify({ hook_type: 'UserPromptSubmit', data: { session_id: session, prompt: 'go' } })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(new URL('/api/hooks', url), { method: 'POST', headers, body })).status
}

/** Starts a service and returns the milliseconds until it is healthy, and how many requests it refuses at once. */
const started = async (places: ServicePlaces, paths: readonly string[]) => {
  const startedAt = performance.now()
  const service = await startService(places)
  if (!(await isHealthy(service))) throw new Error('the service is not healthy')
  const ms = performance.now() - startedAt
  const statuses = await Promise.all([...paths.map((path) => statusOf(service, path)), postHook(service, 'added')])
  await service.stop()
  return { ms, refused: statuses.filter((status) => status >= 300).length }
}

/** Measures answers, and pauses of the event loop, while the service rebuilds its largest tables. */
const rebuilt = async (places: ServicePlaces, loop: EventLoop) => {
  const launchedAt = performance.now()
  const service = await startService(places, loop.env)
  try {
    const { sessions } = await getJson<RouteAnswer<'GET /api/sessions'>>(service, '/api/sessions?limit=50')
    const readable = performance.now() - launchedAt
    if (sessions.length === 0 || !(await isRebuilding(service))) throw new Error('the tables are not rebuilt')
    // The first requests of a process are slow, also without a rebuild.
    for (const path of [...OTHERS, ...OTHERS]) await statusOf(service, path)
    for (const n of [1, 2, 3]) await postHook(service, `first-${n}`)
    await loop.longest(service)
    const startedAt = performance.now()
    const times: number[] = []
    let refused = 0
    let over = false
    const others = async (): Promise<void> => {
      for (let n = 0; !over; n++) {
        const status = await (n % 6 === 5 ? postHook(service, `beside-${n}`) : statusOf(service, OTHERS[n % 6] ?? ''))
        if (status >= 300) refused++
        await setTimeout(20)
      }
    }
    const reading = others()
    let isDone = false
    for (let checkedAt = 0; !isDone; ) {
      const askedAt = performance.now()
      await isHealthy(service)
      times.push(performance.now() - askedAt)
      await setTimeout(1)
      if (performance.now() - checkedAt < 500) continue
      checkedAt = performance.now()
      isDone = !(await isRebuilding(service))
    }
    const blocked = await loop.longest(service)
    over = true
    await reading
    return { readable, seconds: (performance.now() - startedAt) / 1000, times, blocked, refused }
  } finally {
    await service.stop()
  }
}

/** Measures the first start of a release that adds a projection, and of one that changes a projection. */
export const rebuildRows: Measurement = {
  name: 'rebuild',
  rows: async ({ quick, fills, manyEvents, folder }) => {
    const places = await fills.get(manyEvents)
    const [plain, added]: [number[], number[]] = [[], []]
    let refused = 0
    await started(places, [])
    for (let round = 0; round < (quick ? 2 : 9); round++) {
      plain.push((await started(places, [])).ms)
      changed(places, withoutLocks)
      const first = await started(places, [...OTHERS, '/api/locks'])
      added.push(first.ms)
      refused += first.refused
    }
    changed(places, withOldLanes)
    const lanes = await started(places, [...OTHERS, '/api/lanes'])
    changed(places, withOldTables)
    const { readable, seconds, times, blocked, refused: refusedBeside } = await rebuilt(places, eventLoopIn(folder()))
    const events = `${manyEvents.toLocaleString('en')} events`
    return [
      limitRow(`first start with a new projection, longer by, ${events}`, median(added) - median(plain), 50, 'ms'),
      limitRow('  requests that it refuses', refused, 0, 'requests', 0),
      limitRow('first start with other tables of lanes, longer by', lanes.ms - median(plain), 250, 'ms'),
      limitRow('  requests that it refuses', lanes.refused, 0, 'requests', 0),
      limitRow('first start with other large tables: sessions are listed after', readable, 5000, 'ms'),
      limitRow(
        `rebuild of the large tables (${seconds.toFixed(1)} s): other answers p99`,
        quantile(times, 0.99),
        10,
        'ms',
      ),
      limitRow('  event loop blocked at a time', blocked, 10, 'ms'),
      limitRow('  reads and hooks that it refuses', refusedBeside, 0, 'requests', 0),
    ]
  },
}
