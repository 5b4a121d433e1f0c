import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../src/adapters/sqlite/open.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import { listenTo } from '../../../support/service/listener.js'

const ID = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'
const MARKER = 'xyzzy-plugh-marker'

let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-erase-'))
  app = await startApp({}, folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const restart = async (): Promise<void> => {
  await app.close()
  app = await startApp({}, folder)
  await app.settled()
}

const reply = (session: string, n: number, text: string): string =>
  `${JSON.stringify({
    type: 'assistant',
    sessionId: session,
    uuid: `${session}-${n}`,
    timestamp: new Date(Date.UTC(2026, 9, 1) + n * 1000).toISOString(),
    cwd: `/repo/${text}`,
    message: {
      id: `msg_${session}_${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1000, output_tokens: 50 },
    },
  })}\n`

const write = (session: string, lines: number, text = MARKER): string => {
  const folder = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${session}.jsonl`)
  writeFileSync(path, Array.from({ length: lines }, (_, n) => reply(session, n, text)).join(''))
  return path
}

/** Creates a session with hooks and a transcript that is followed and archived. */
const tell = async (session: string, text = MARKER): Promise<string> => {
  const path = write(session, 4, text)
  await app.hook('SessionStart', { session_id: session, cwd: `/repo/${text}`, transcript_path: path })
  await app.hook('UserPromptSubmit', { session_id: session, prompt: `please ${text}` })
  await app.hook('PreToolUse', { session_id: session, tool_name: 'Bash', tool_input: { command: `echo ${text}` } })
  await app.settled()
  await until('the transcript', async () => (await session$(session)).session.cost > 0)
  return path
}

interface SessionAnswer {
  readonly session: { readonly id: string; readonly cost: number; readonly status: string }
}
const session$ = (id: string) => app.get<SessionAnswer>(`/api/sessions/${id}`)
const remove = (id: string) => app.send<Record<string, unknown>>(`/api/sessions/${id}`, { method: 'DELETE' })
const clear = () => app.send<Record<string, unknown>>('/api/settings/clear-data', { method: 'POST' })
const total = async (): Promise<number> => (await app.get<{ total: number }>('/api/sessions')).total
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await app.send('/api/metrics')).text)?.[1])

/** The files of the data directory whose bytes contain a text. */
const filesWith = (text: string): string[] => {
  const data = join(app.folder, 'data')
  return (readdirSync(data, { recursive: true }) as string[]).filter((name) => {
    const path = join(data, name)
    return statSync(path).isFile() && readFileSync(path).includes(text)
  })
}

const logged = (type: string): Record<string, unknown>[] => {
  const database = new Database(join(app.folder, 'data', DATABASE_FILE), { readonly: true })
  try {
    const rows = database.prepare('select data from log where type = ?').all(type) as { data: string }[]
    return rows.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
  } finally {
    database.close()
  }
}

describe('deleting a session', () => {
  it('removes it from every file of the data directory', async () => {
    await tell(ID)
    await tell(OTHER, 'harmless')
    const found = await app.get<{ total: number }>(`/api/events?q=${MARKER}`)
    expect(found.total).toBeGreaterThan(0)
    expect(filesWith(MARKER)).not.toEqual([])
    const answer = await remove(ID)
    expect([answer.status, answer.json]).toEqual([
      200,
      { ok: true, deleted: true, purged_events: 3, purged_agents: 1, erasure: 'done' },
    ])
    expect(filesWith(MARKER)).toEqual([])
    expect(filesWith('harmless')).not.toEqual([])
    expect((await app.send(`/api/sessions/${ID}`)).status).toBe(404)
    expect((await app.get<{ total: number }>(`/api/events?q=${MARKER}`)).total).toBe(0)
    expect(app.complaints).toEqual([])
  })

  it('is logged with counts, but without its name, path or content', async () => {
    await tell(ID)
    await remove(ID)
    const [record] = logged('session-purged')
    expect(record).toMatchObject({ session: ID, reason: 'deleted', gone: { sessions: 1, agents: 1, events: 3 } })
    expect(record).toMatchObject({ gone: { tokens: { input: 4000, output: 200 } } })
    expect(JSON.stringify(record)).not.toContain(MARKER)
  })

  it('reports a pending erasure while a reader blocks it, and retries until it is done', async () => {
    await tell(ID)
    const reader = new Database(join(app.folder, 'data', DATABASE_FILE), { readonly: true })
    reader.exec('begin')
    reader.prepare('select count(*) from log').get()
    const answer = await remove(ID)
    expect(answer.json).toMatchObject({ deleted: true, erasure: 'pending' })
    reader.exec('commit')
    reader.close()
    await until('the erasure', () => filesWith(MARKER).length === 0, 30_000)
  })

  it('is not undone by the watcher or by a restart', async () => {
    const path = await tell(ID)
    await remove(ID)
    appendFileSync(path, reply(ID, 9, 'more'))
    await tell(OTHER, 'harmless')
    expect((await app.send(`/api/sessions/${ID}`)).status).toBe(404)
    await restart()
    expect([(await app.send(`/api/sessions/${ID}`)).status, await total()]).toEqual([404, 1])
  })

  it('keeps a message that a fork also has, and counts it for the fork', async () => {
    await tell(ID)
    const path = write(OTHER, 4)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`msg_${OTHER}`, `msg_${ID}`))
    await app.hook('SessionStart', { session_id: OTHER, transcript_path: path })
    await app.settled()
    const before = await app.get<{ total_cost: number }>('/api/stats')
    expect((await session$(OTHER)).session.cost).toBe(0)
    await remove(ID)
    expect((await app.get<{ total_cost: number }>('/api/stats')).total_cost).toBe(before.total_cost)
    expect((await session$(OTHER)).session.cost).toBe(before.total_cost)
  })

  it('of an unknown session is 404', async () => {
    const answer = await remove('nobody')
    expect([answer.status, answer.json]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  })

  it('announces a resync on the WebSocket', async () => {
    await tell(ID)
    const listener = await listenTo(app.url)
    await remove(ID)
    await until('the resync', () => listener.of('resync').length > 0)
    await listener.close()
  })
})

describe('clearing all data', () => {
  it('keeps the pricing rules and removes the sessions from every file', async () => {
    await tell(ID)
    await app.send('/api/pricing', { method: 'PUT', body: { model_pattern: 'mine%', display_name: 'Mine' } })
    const answer = await clear()
    expect(app.complaints).toEqual([])
    expect([answer.status, answer.json]).toEqual([
      200,
      { ok: true, cleared: { sessions: 1, agents: 1, events: 3 }, erasure: 'done' },
    ])
    expect(filesWith(MARKER)).toEqual([])
    const { pricing } = await app.get<{ pricing: { model_pattern: string }[] }>('/api/pricing')
    expect([await total(), pricing.some(({ model_pattern }) => model_pattern === 'mine%')]).toEqual([0, true])
  })

  it('restores a session only when its transcript grows, not after a restart', async () => {
    const path = await tell(ID)
    await clear()
    await restart()
    expect(await total()).toBe(0)
    const soon = new Date(Date.now() + 5000)
    appendFileSync(path, reply(ID, 9, 'more'))
    utimesSync(path, soon, soon)
    await app.hook('Stop', { session_id: ID, transcript_path: path })
    await app.settled()
    await until('the transcript', async () => (await session$(ID)).session.cost > 0)
  })

  it('accepts new hooks immediately', async () => {
    await tell(ID)
    await clear()
    await app.hook('UserPromptSubmit', { session_id: ID, prompt: 'again' })
    expect((await session$(ID)).session).toMatchObject({ id: ID, status: 'active' })
  })

  it('is what DELETE /api/sessions does', async () => {
    await tell(ID)
    const answer = await app.send('/api/sessions', { method: 'DELETE' })
    expect([answer.status, answer.json, await total()]).toMatchObject([200, { cleared: { sessions: 1 } }, 0])
  })
})

describe('the counters of the metrics', () => {
  it('never decrease, not even after a restart', async () => {
    await tell(ID)
    const names = ['svc_events_total', 'svc_tokens_total{kind="input"}', 'svc_cost_usd_total']
    const read = () => Promise.all(names.map((name) => metric(name.replace(/[{}]/g, '\\$&'))))
    const before = await read()
    expect(before.every((n) => n > 0)).toBe(true)
    await remove(ID)
    expect(await read()).toEqual(before)
    await tell(OTHER, 'harmless')
    const grown = await read()
    await clear()
    expect(await read()).toEqual(grown)
    await restart()
    expect(await read()).toEqual(grown)
  })
})
