import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaveNote } from '../../../src/adapters/spool/notes.js'
import { until } from '../../support/agents/until.js'
import { type App, startApp } from '../../support/service/app.js'
import { countLogged, readLogged } from '../../support/service/log.js'

let app: App
let dataDir: string
beforeEach(async () => {
  app = await startApp()
  dataDir = join(app.folder, 'data')
})
afterEach(async () => {
  await app.close()
  // One that was started again keeps its folder.
  rmSync(app.folder, { recursive: true, force: true })
})

const journal = () => readLogged(dataDir, 'service').map(({ type, by, via, data }) => ({ type, by, via, ...data }))
const change = (verb: string, providers: readonly string[]) =>
  app.send(`/api/settings/${verb}-hooks`, { method: 'POST', body: { providers } })

describe('the log of the service', () => {
  it('records who installed or removed hooks, for which provider and in which file', async () => {
    await change('install', ['claude', 'codex'])
    await change('uninstall', ['codex'])
    const claude = {
      type: 'hooks-installed',
      by: 'local',
      via: 'http',
      provider: 'claude',
      path: join(app.claudeHome, 'settings.json'),
    }
    const codex = { ...claude, provider: 'codex', path: join(app.codexHome, 'hooks.json') }
    expect(journal()).toEqual([
      { ...claude, installed: true },
      { ...codex, installed: true },
      { ...codex, installed: false },
    ])
  })

  it('does not record unchanged hooks', async () => {
    await change('install', ['claude'])
    await change('install', ['claude'])
    await app.send('/api/settings/reinstall-hooks', { method: 'POST' })
    await change('uninstall', ['codex'])
    expect(journal()).toHaveLength(1)
  })

  it('does not appear as a session, an agent or an event', async () => {
    await change('install', ['claude'])
    const { total_sessions, total_agents, total_events } = await app.get<Record<string, number>>('/api/stats')
    expect([total_sessions, total_agents, total_events]).toEqual([0, 0, 0])
    expect((await app.get<{ events: unknown[] }>('/api/events')).events).toEqual([])
    expect((await app.get<{ sessions: unknown[] }>('/api/sessions')).sessions).toEqual([])
  })

  it('records a note of a command once, and ignores an invalid note', async () => {
    const spool = join(dataDir, 'spool')
    writeFileSync(join(spool, '1-x.note'), '{"id":"x","at":1,"change":{"provider":"emacs"}}')
    const note = { provider: 'claude', installed: true, path: '/home/ada/.claude/settings.json' } as const
    leaveNote(spool, 1_763_600_000_000, note)
    await until('the note', () => journal().length > 0)
    await app.settled()
    expect(journal()).toEqual([{ type: 'hooks-installed', by: 'local', via: 'cli', ...note }])
    expect(app.complaints).toEqual([])
  })
})

describe('an import', () => {
  const line = (session: string, n: number): string =>
    `${JSON.stringify({
      type: 'user',
      sessionId: session,
      uuid: `${session}-${n}`,
      timestamp: new Date(1_763_600_000_000 + n * 1000).toISOString(),
      message: { role: 'user', content: `prompt ${n}` },
    })}\n`
  const { folder, restart } = {
    folder: () => join(app.claudeHome, 'projects', '-repo'),
    restart: async (): Promise<void> => {
      const at = app.folder
      await app.close()
      app = await startApp({}, at)
      await app.settled()
    },
  }

  it('is logged with its counts, unless it found nothing new', async () => {
    await app.imported
    expect(journal()).toEqual([])
    const at = app.folder
    await app.close()
    mkdirSync(folder(), { recursive: true })
    for (const session of ['a', 'b'])
      writeFileSync(join(folder(), `${session}.jsonl`), line(session, 0) + line(session, 1))
    app = await startApp({}, at)
    await app.settled()
    const read = { files: 2, unchanged: 0, sessions: 2, lines: 4, facts: 4, skipped_lines: 0, errors: 0 }
    const counts = { ...read, scanned: 2, seen: 2, imported: 2, backfilled: 0, skipped: 0 }
    const [first, ...more] = journal()
    expect([first, more]).toEqual([
      { type: 'history-imported', by: 'host', via: 'system', source: 'default', counts },
      [],
    ])
    const before = countLogged(dataDir)
    await restart()
    expect(countLogged(dataDir)).toBe(before)
    writeFileSync(join(folder(), 'c.jsonl'), line('c', 0))
    await restart()
    expect(journal().slice(1)).toMatchObject([
      { type: 'history-imported', counts: { files: 1, unchanged: 2, facts: 1 } },
    ])
  })

  it('is logged when it completes: one that a stop interrupts continues at the next start', async () => {
    const at = app.folder
    await app.close()
    mkdirSync(folder(), { recursive: true })
    const FILES = 600
    for (let n = 0; n < FILES; n++) writeFileSync(join(folder(), `s-${n}.jsonl`), line(`s-${n}`, 0))
    app = await startApp({}, at)
    await app.close()
    expect(countLogged(dataDir)).toBeLessThan(FILES)
    expect([journal(), app.complaints]).toEqual([[], []])
    app = await startApp({}, at)
    await app.settled()
    expect((await app.get<{ total_sessions: number }>('/api/stats')).total_sessions).toBe(FILES)
    expect(journal()).toHaveLength(1)
  })
})
