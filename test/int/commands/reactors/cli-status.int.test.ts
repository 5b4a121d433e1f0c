import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'

type Sessions = RouteAnswer<'GET /api/sessions'>['sessions']

let folder: string
let app: App
const start = async (): Promise<void> => {
  app = await startApp({ SVC_LIVENESS: '1' }, folder)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-status-'))
  await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const startOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
// The test process acts as the CLI: it runs as long as the test.
const { pid } = process
let clock = Date.now()
const report = (status: string, more: Readonly<Record<string, unknown>> = {}, name = `${pid}.json`): void => {
  clock += 1
  const file = {
    pid,
    procStart: startOf(pid),
    sessionId: 'reported',
    cwd: '/repo',
    statusUpdatedAt: clock,
    status,
    ...more,
  }
  mkdirSync(join(app.claudeHome, 'sessions'), { recursive: true })
  writeFileSync(join(app.claudeHome, 'sessions', name), JSON.stringify(file))
}
const sessions = async (): Promise<Sessions> => (await app.get<{ sessions: Sessions }>('/api/sessions')).sessions
const becomes = (situation: string) =>
  until(`the session to be ${situation}`, async () => (await sessions()).find((one) => one.situation === situation))
const reports = async (): Promise<readonly (string | null)[]> => {
  const { events } = await app.get<RouteAnswer<'GET /api/events'>>('/api/events?event_type=CliStatus')
  return events.map(({ summary }) => summary).toReversed()
}

describe('the status files of running CLIs', () => {
  it('of agents that the service itself asks are no sessions', async () => {
    report('busy', { sessionId: 'asked', cwd: join(folder, 'data', 'answers') })
    await app.settled()
    const other = process.ppid
    const beside = { sessionId: 'beside', cwd: join(folder, 'data'), pid: other, procStart: startOf(other) }
    report('busy', beside, `${other}.json`)
    await becomes('working')
    expect((await sessions()).map(({ id }) => id)).toEqual(['beside'])
  })

  it('create a session, and add an event for each change', async () => {
    report('idle')
    expect(await becomes('ready')).toMatchObject({ id: 'reported', cwd: '/repo', process_alive: true })
    await app.hook('UserPromptSubmit', { session_id: 'reported', prompt: 'go' })
    clock = Date.now()
    report('waiting', { waitingFor: 'permission prompt' })
    expect(await becomes('needs_you')).toMatchObject({
      awaiting_reason: 'notification',
      situation_event_type: 'CliStatus',
      headline: { kind: 'permission', text: 'permission prompt' },
    })
    report('busy')
    await becomes('working')
    report('idle')
    expect(await becomes('interrupted')).toMatchObject({ awaiting_reason: 'interrupted' })
    expect(await reports()).toEqual([
      'Reported as idle',
      'Waiting for: permission prompt',
      'Reported as busy',
      'Reported as idle',
    ])
  })

  it('are idle while a shell runs in the background', async () => {
    report('busy')
    await app.hook('UserPromptSubmit', { session_id: 'reported', prompt: 'go' })
    await becomes('working')
    clock = Date.now()
    report('shell')
    expect(await becomes('interrupted')).toMatchObject({ awaiting_reason: 'interrupted' })
  })

  it('are read once at the start', async () => {
    await app.close()
    report('idle')
    await start()
    await becomes('ready')
    await app.close()
    await start()
    report('busy')
    await until('the second report', async () => (await reports()).includes('Reported as busy'))
    expect(await reports()).toEqual(['Reported as idle', 'Reported as busy'])
  })

  it('are ignored if their CLI is not running or they are invalid', async () => {
    const gone = spawnSync('true').pid
    report('idle', { pid: gone, sessionId: 'killed' }, `${gone}.json`)
    report('idle', { pid: 1, procStart: '1', sessionId: 'reused' }, '1.json')
    report('idle', { sessionId: 'misnamed' }, '4711.json')
    report('idle', { sessionId: 'huge', padding: 'x'.repeat(70_000) }, `${pid}.json`)
    report('idle', { sessionId: 'elsewhere' }, 'target.txt')
    symlinkSync(join(app.claudeHome, 'sessions', 'target.txt'), join(app.claudeHome, 'sessions', '4712.json'))
    writeFileSync(join(app.claudeHome, 'sessions', '4713.json'), '{"pid":4713,"sta')
    writeFileSync(join(app.claudeHome, 'sessions', '4714.json'), JSON.stringify({ pid: 4714, sessionId: 'print' }))
    report('idle', { sessionId: 'bad\u0000name' }, `${process.ppid}.json`)
    report('idle', { sessionId: 'last' })
    await until('the last one', async () => (await sessions()).some(({ id }) => id === 'last'))
    expect((await sessions()).map(({ id }) => id)).toEqual(['last'])
    expect(app.complaints).toEqual([])
  })

  it('are found again after their folder is deleted and re-created', async () => {
    report('idle')
    await becomes('ready')
    rmSync(join(app.claudeHome, 'sessions'), { recursive: true })
    report('idle', { sessionId: 'later' })
    await until('the later one', async () => (await sessions()).some(({ id }) => id === 'later'))
    expect(app.complaints).toEqual([])
  })

  it('do not bring back a deleted session', async () => {
    report('idle')
    await becomes('ready')
    await app.send('/api/sessions/reported', { method: 'PATCH', body: { status: 'completed' } })
    expect((await app.send('/api/sessions/reported', { method: 'DELETE' })).status).toBe(200)
    report('busy')
    report('idle', { sessionId: 'other' }, `${pid}.json`)
    await until('the other one', async () => (await sessions()).some(({ id }) => id === 'other'))
    expect((await sessions()).map(({ id }) => id)).toEqual(['other'])
  })
})
