import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'
import type { New } from '../../../src/events/envelope.js'
import { until } from '../../support/agents/until.js'
import { openKernel } from '../../support/kernel/kernel.js'
import { type App, startApp } from '../../support/service/app.js'
import { listenTo } from '../../support/service/listener.js'
import { readLogged } from '../../support/service/log.js'

const EVENTS = 30_000
const prompts = (from: number): New[] =>
  Array.from({ length: 1000 }, (_, i) => ({
    type: 'hook-received',
    data: { kind: 'UserPromptSubmit', provider: 'claude', payload: { session_id: 'old', prompt: `${from + i}` } },
    occurredAt: 1_763_600_000_000 + from + i,
    by: 'local',
    via: 'hook',
  }))

let folder: string
let dataDir: string
let app: App
/** Starts the service with a long log, and with tables that some statements made those of another release. */
const startWith = async (statements: string): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-rebuilding-'))
  dataDir = join(folder, 'data')
  const kernel = openKernel(undefined, dataDir)
  for (let from = 0; from < EVENTS; from += 1000) await kernel.append('old', prompts(from), true)
  await kernel.close()
  const database = new Database(join(dataDir, DATABASE_FILE))
  database.exec(statements)
  database.close()
  app = await startApp({}, folder)
}
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
interface Health {
  readonly rebuilding?: { readonly events: number; readonly of: number; readonly seconds_left: number | null }
}

// The event list is outdated: requests that read it are rejected, all others succeed.
const REFUSED = ['/api/events', '/api/events/facets', '/api/stats', '/api/settings/info', '/api/metrics']
const ANSWERED = [
  '/api/sessions',
  '/api/agents?limit=50',
  '/api/pricing',
  '/api/pricing/cost',
  '/api/alerts',
  '/api/webhooks',
]
const refusal = { code: 'EREBUILDING', message: expect.any(String) as string }

describe('while a table with other columns is rebuilt', () => {
  beforeEach(() =>
    startWith(`update projection_state set version = version - 1 where name = 'event-row';
      drop table p_event; create table p_event (of_another_release integer)`),
  )

  it('rejects only requests that read it, accepts hooks, and serves all rows after the swap', async () => {
    const listener = await listenTo(app.url)
    const answers = await Promise.all(REFUSED.map((path) => app.send<{ error: unknown }>(path)))
    for (const { status, headers, json } of answers) {
      expect([status, headers['retry-after'], json.error]).toEqual([503, '2', refusal])
    }
    for (const path of ANSWERED) expect([path, (await app.send(path)).status]).toEqual([path, 200])
    expect((await app.send('/api/sessions/none')).status).toBe(404)
    const change = { method: 'PATCH', body: { name: 'renamed' } }
    expect((await app.send('/api/sessions/old', change)).status).toBe(503)
    expect((await app.send('/api/health')).status).toBe(200)
    const taken = await app.hook('UserPromptSubmit', { session_id: 'new', prompt: 'meanwhile' })
    // The rebuild is still running: sessions follow the log, the event list does not.
    expect([taken.status, (await app.send('/api/events')).status]).toEqual([200, 503])
    expect((await app.get<{ agents: unknown[] }>('/api/agents?session_id=new&limit=50')).agents).toHaveLength(1)

    await until('the swap', async () => (await app.send('/api/events')).status === 200)
    const { session } = await app.get<{ session: { name: string } }>('/api/sessions/new')
    expect(session.name).toBe('meanwhile')
    expect((await app.get<{ total_events: number }>('/api/stats')).total_events).toBe(EVENTS + 1)
    await until('the resync', () => listener.of('resync').length === 1)
    await app.settled()
    expect(readLogged(dataDir, 'service')).toEqual([
      {
        stream: 'service',
        type: 'projections-rebuilt',
        by: 'host',
        via: 'system',
        data: { events: EVENTS + 1, parked: 0 },
      },
    ])
    await listener.close()
    expect(app.complaints).toEqual([])
  })

  it('can be stopped, and restarts the rebuild at the next start', async () => {
    expect((await app.send('/api/events')).status).toBe(503)
    await app.close()
    expect(readLogged(dataDir, 'service')).toEqual([])
    app = await startApp({}, folder)
    await until('the swap', async () => (await app.send('/api/events')).status === 200)
    expect((await app.get<{ total_events: number }>('/api/stats')).total_events).toBe(EVENTS)
    expect(app.complaints).toEqual([])
  })

  it('reports a log that cannot be read, and keeps rejecting reads', async () => {
    await app.close()
    const database = new Database(join(dataDir, DATABASE_FILE))
    database.exec(`update log set data = '{' where position = 1`)
    database.close()
    app = await startApp({}, folder)
    await until('the failure', () => app.complaints.length > 0)
    expect(app.complaints).toEqual([expect.stringMatching(/^the tables could not be built from the log: SyntaxError/)])
    expect((await app.send('/api/events')).status).toBe(503)
  })
})

describe('while a table with rows of another release is rebuilt', () => {
  const OLD_ROWS = `update projection_state set version = version - 1 where name = 'event-row';
    update p_event_group set n = 1000;`

  it('answers from these rows, says so, and serves those of this release after the swap', async () => {
    await startWith(OLD_ROWS)
    const total = async (): Promise<number> => (await app.get<{ total_events: number }>('/api/stats')).total_events
    const rebuilding = async () => (await app.get<Health>('/api/health')).rebuilding
    const isShown = async () =>
      (await app.get<{ server: { rebuilding: boolean } }>('/api/settings/info')).server.rebuilding
    for (const path of [...REFUSED, ...ANSWERED]) expect([path, (await app.send(path)).status]).toEqual([path, 200])
    expect(await total()).toBe(1000)
    await app.hook('UserPromptSubmit', { session_id: 'new', prompt: 'meanwhile' })
    expect([await total(), await isShown()]).toEqual([1001, true])
    const { events, of } = (await rebuilding()) ?? { events: -1, of: -1 }
    expect([of >= events, events >= 0]).toEqual([true, true])
    const change = { method: 'PATCH', body: { name: 'renamed' } }
    expect((await app.send('/api/sessions/old', change)).status).toBe(503)

    await until('the swap', async () => (await rebuilding()) === undefined)
    expect([await total(), await isShown()]).toEqual([EVENTS + 1, false])
    expect((await app.send('/api/sessions/old', change)).status).toBe(200)
    expect(app.complaints).toEqual([])
  })

  it('answers 503 where a row does not have the shape of this release', async () => {
    await startWith(`${OLD_ROWS} update p_event set summary = zeroblob(1)`)
    const { status, json } = await app.send<{ error: unknown }>('/api/events?limit=1')
    expect([status, json.error]).toEqual([503, refusal])
    expect(app.complaints).toHaveLength(1)
    await until('the swap', async () => (await app.send('/api/events?limit=1')).status === 200)
  })
})
