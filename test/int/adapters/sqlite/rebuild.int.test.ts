import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../src/adapters/sqlite/open.js'
import type { New } from '../../../../src/events/envelope.js'
import { SERVICE_STREAM } from '../../../../src/events/streams.js'
import { projections } from '../../../../src/projections/registry.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { startApp } from '../../../support/service/app.js'

const KINDS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop']
const hooks = (from: number, count: number): New[] =>
  Array.from({ length: count }, (_, i) => ({
    type: 'hook-received',
    data: {
      kind: KINDS[(from + i) % KINDS.length] ?? 'Stop',
      provider: 'claude',
      payload: { session_id: 's', tool_name: 'Bash', tool_use_id: `toolu_${Math.floor((from + i) / 4)}`, prompt: 'go' },
    },
    occurredAt: 1_763_600_000_000 + (from + i) * 1000,
    by: 'local',
    via: 'hook',
  }))

const NOTHING_GONE = {
  sessions: 0,
  agents: 0,
  events: 0,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  cost: '0',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-rebuild-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (version = 0): Kernel =>
  openKernel(
    projections.map((projection) => ({ ...projection, version: projection.version + version })),
    folder,
  )
const tables = (kernel: Kernel): string[] =>
  (
    kernel.connection
      .prepare(`select name from sqlite_master where type = 'table' and name like 'p\\_%' escape '\\'`)
      .all() as {
      name: string
    }[]
  )
    .map(({ name }) => name)
    .toSorted()
const rows = (kernel: Kernel) =>
  (kernel.connection.prepare('select count(*) as n from p_event').get() as { n: number }).n

describe('a rebuild while hooks arrive', () => {
  it('accepts the hooks, answers reads and gives the same tables as a second rebuild', async () => {
    const kernel = open()
    try {
      await kernel.append('s', hooks(0, 3000), true)
      const seen: number[] = []
      const appended: Promise<void>[] = []
      const result = await kernel.projector.rebuild(() => {
        appended.push(kernel.append('s', hooks(3000 + appended.length, 1)))
        seen.push(rows(kernel))
      })
      await Promise.all(appended)
      expect(appended.length).toBeGreaterThan(3)
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(3000)
      expect(result.events).toBeGreaterThan(3000)
      const swapped = dump(kernel.connection)
      await kernel.projector.rebuild(() => undefined)
      expect(dump(kernel.connection)).toEqual(swapped)
      expect(rows(kernel)).toBe(3000 + appended.length)
    } finally {
      await kernel.close()
    }
  })

  it('rejects a second rebuild', async () => {
    const kernel = open()
    try {
      await kernel.append('s', hooks(0, 1200), true)
      const first = kernel.projector.rebuild(() => undefined)
      await expect(kernel.projector.rebuild(() => undefined)).rejects.toThrow('under way')
      await first
    } finally {
      await kernel.close()
    }
  })
})

describe('tables of another release', () => {
  it('are read and follow the log until they are replaced, but are not ready', async () => {
    const before = open()
    await before.append('s', hooks(0, 20))
    await before.close()

    const kernel = open(1)
    try {
      expect(kernel.projector.ready).toBe(false)
      await kernel.append('s', hooks(20, 20))
      expect(kernel.projector.canRead('event-row', 'session')).toBe(true)
      expect(rows(kernel)).toBe(40)
      await kernel.projector.rebuild(() => undefined)
      expect([kernel.projector.ready, rows(kernel)]).toEqual([true, 40])
      await kernel.append('s', hooks(40, 1))
      const grown = dump(kernel.connection)
      await kernel.projector.rebuild(() => undefined)
      expect(dump(kernel.connection)).toEqual(grown)
    } finally {
      await kernel.close()
    }
    const again = open(1)
    expect(again.projector.ready).toBe(true)
    await again.close()
  })

  it('are dropped at the next start after an interrupted cleanup, and erasure is rejected until then', async () => {
    const before = open()
    await before.append('s', hooks(0, 500), true)
    await before.projector.rebuild(() => undefined, undefined, 'outdated')
    before.connection.exec(`alter table p_alert rename to p_alert__3_old;
      create table p_alert as select * from p_alert__3_old where false`)
    await before.close()

    const kernel = open()
    try {
      const eraseAll = () =>
        kernel.committer.submit((tx) =>
          tx.erase('all sessions', () => ({
            stream: SERVICE_STREAM,
            event: { type: 'data-cleared', data: { gone: NOTHING_GONE }, occurredAt: 1, by: 'local', via: 'http' },
          })),
        )
      expect(kernel.projector.ready).toBe(true)
      await expect(eraseAll()).rejects.toMatchObject({ code: 'EREBUILDING' })
      await kernel.projector.clearLeftovers()
      expect(tables(kernel).filter((table) => table.includes('__'))).toEqual([])
      await eraseAll()
      expect(rows(kernel)).toBe(0)
    } finally {
      await kernel.close()
    }
  })

  it('are dropped, as are the tables of an interrupted rebuild', async () => {
    const kernel = open()
    try {
      await kernel.append('s', hooks(0, 5))
      const own = tables(kernel)
      kernel.connection.exec('create table p_event__41 (id integer); create table p_session__41 (id integer)')
      await kernel.projector.rebuild(() => undefined)
      expect(tables(kernel)).toEqual(own)
    } finally {
      await kernel.close()
    }
  })
})

describe('losing the transcript cursors', () => {
  const line = (n: number): string =>
    `${JSON.stringify({
      type: 'assistant',
      sessionId: 'known',
      uuid: `u-${n}`,
      timestamp: new Date(1_763_600_000_000 + n * 1000).toISOString(),
      message: {
        id: `msg_${n}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        stop_reason: 'tool_use',
        content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Bash', input: { command: 'make' } }],
        usage: { input_tokens: 3, output_tokens: 5 },
      },
    })}\n`

  it('makes the service re-read the transcripts without adding events', async () => {
    const project = join(folder, 'claude', 'projects', '-repo')
    const file = join(project, 'known.jsonl')
    mkdirSync(project, { recursive: true })
    writeFileSync(file, '')
    for (let n = 0; n < 50; n++) appendFileSync(file, line(n))
    const runAndClose = async (): Promise<void> => {
      const app = await startApp({}, folder)
      await app.settled()
      await app.close()
    }
    const inDatabase = (sql: string): number => {
      const database = new Database(join(folder, 'data', DATABASE_FILE))
      try {
        const statement = database.prepare(sql)
        return statement.reader ? (statement.get() as { n: number }).n : statement.run().changes
      } finally {
        database.close()
      }
    }
    const count = 'select count(*) as n from log'
    await runAndClose()
    const first = inDatabase(count)
    expect(inDatabase(`${count} where type = 'reply-recorded'`)).toBe(50)
    expect(inDatabase('delete from transcript_file')).toBe(1)
    await runAndClose()
    expect(inDatabase('select count(*) as n from transcript_file')).toBe(1)
    const added = inDatabase(count) - first
    expect(added).toBe(0)
  })
})
