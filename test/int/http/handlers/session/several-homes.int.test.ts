import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../../src/config.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { lineOf } from '../../../../support/transcripts/lines.js'

const WORK = '11111111-1111-4111-8111-111111111111'
const PRIVATE = '22222222-2222-4222-8222-222222222222'
const LATER = '33333333-3333-4333-8333-333333333333'
const RUNNING = '55555555-5555-4555-8555-555555555555'
const ROLLOUT = '44444444-4444-4444-8444-444444444444'

const root = mkdtempSync(join(tmpdir(), 'switchyard-homes-'))
const home = (name: string): string => join(root, name)
const write = (name: string, session: string): string => {
  const folder = join(home(name), 'projects', '-repo')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${session}.jsonl`)
  writeFileSync(file, lineOf('claude', session, 0) + lineOf('claude', session, 3))
  return file
}
let app: App
beforeAll(async () => {
  write('work', WORK)
  write('private', PRIVATE)
  // A copy of a session in another home.
  write('private', WORK)
  const rollouts = join(home('codex-two'), 'sessions', '2026', '11', '01')
  mkdirSync(rollouts, { recursive: true })
  writeFileSync(
    join(rollouts, `rollout-2026-11-01T10-00-00-${ROLLOUT}.jsonl`),
    [0, 1, 2, 3].map((n) => lineOf('codex', ROLLOUT, n)).join(''),
  )
  app = await startApp({
    CLAUDE_CONFIG_DIR: `${home('work')}, ${home('private')},${home('missing')},${home('work')}`,
    CODEX_HOME: `${home('codex')},${home('codex-two')}`,
    SVC_LIVENESS: '1',
  })
  await app.imported
  await app.settled()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const sessions = async (): Promise<readonly string[]> =>
  (await app.get<{ sessions: { id: string }[] }>('/api/sessions')).sessions.map(({ id }) => id).toSorted()

describe('several homes of an agent', () => {
  it('are all shown, each session once', async () => {
    expect(await sessions()).toEqual([WORK, PRIVATE, ROLLOUT].toSorted())
    const { tokens } = await app.get<{ tokens: { output_tokens: number } }>(`/api/sessions/${WORK}/stats`)
    expect(tokens.output_tokens).toBe(5)
  })

  it('are all followed', async () => {
    appendFileSync(write('private', LATER), lineOf('claude', LATER, 6))
    await until('the new session', async () => (await sessions()).includes(LATER))
  })

  it('are all asked what their running agents say of themselves', async () => {
    // The test process acts as the CLI.
    const { pid } = process
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const procStart = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const told = { pid, procStart, sessionId: RUNNING, cwd: '/repo', statusUpdatedAt: Date.now(), status: 'idle' }
    mkdirSync(join(home('private'), 'sessions'), { recursive: true })
    writeFileSync(join(home('private'), 'sessions', `${pid}.json`), JSON.stringify(told))
    await until('the session', async () => (await sessions()).includes(RUNNING))
  })

  it('begin with the one that hooks and agents use', () => {
    const config = readConfig({ CLAUDE_CONFIG_DIR: '/a , /b,,', CODEX_HOME: '/c' })
    expect([config.claudeHome, config.codexHome, config.otherHomes]).toEqual([
      '/a',
      '/c',
      [{ provider: 'claude', home: '/b' }],
    ])
    expect(config.agentEnvironment).toMatchObject({ CLAUDE_CONFIG_DIR: '/a', CODEX_HOME: '/c' })
  })
})
