import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../../src/adapters/clock.js'
import { toolPrograms } from '../../../../../src/adapters/process/find-program.js'
import { agentAnswers } from '../../../../../src/adapters/agent-cli/answers.js'
import { answerArgv } from '../../../../../src/domain/tools/argv.js'
import { TOOLS } from '../../../../../src/domain/tools/catalog.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { stateOf } from '../../../../support/git/state.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { readLogged } from '../../../../support/service/log.js'
import { pidIn } from '../../../../support/process/pid-in.js'

interface Answer {
  readonly message?: string
  readonly error?: { readonly code: string; readonly message: string }
}

// Notes what it was given, and answers with a file.
const AGENT = `#!/bin/sh
{ pwd; printf '%s\\n' "$@"; } >"$HOME/given"
cat >"$HOME/question"
[ ! -e "$HOME/answer.sh" ] || . "$HOME/answer.sh"
`

let app: App
let root: string
let shop: TestRepository
let lane: number
let made = 0
const at = (...names: readonly string[]): string => join(root, ...names)
const question = (): string => readFileSync(at('question'), 'utf8')
const answers = (script: string): void => writeFileSync(at('answer.sh'), script)
const laneOn = async (cwd: string, more: object = {}): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd, ...more } })).json.lane.id
const suggest = async (id = lane, query = '', prefix = 'lanes') => {
  const { status, json } = await app.send<Answer>(`/api/${prefix}/${id}/git/commit-message${query}`, { method: 'POST' })
  return { status, ...json }
}
const refusal = async (id = lane, query = '') => {
  const { status, error } = await suggest(id, query)
  return [status, error?.code]
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-message-')))
  mkdirSync(at('bin'))
  for (const name of ['claude', 'codex']) writeFileSync(at('bin', name), AGENT, { mode: 0o755 })
  app = await startApp({ PATH: `${at('bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const name of ['given', 'question']) rmSync(at(name), { force: true })
  answers('echo "cart: add gift cards"')
  shop = repositoryAt(at(`shop-${made++}`), { 'a.txt': 'one\n', 'b.txt': 'two\n' })
  lane = await laneOn(shop.path)
})

describe('a suggested message', () => {
  it('comes from the agent of the lane, which is asked about what is staged, under both prefixes', async () => {
    for (let n = 1; n <= 12; n++) shop.commit({ 'a.txt': `${n}\n` }, `style ${n}`)
    shop.write('a.txt', 'staged\n')
    shop.git('add', 'a.txt')
    shop.write('a.txt', 'not staged\n')
    shop.write('b.txt', 'neither\n')
    const before = stateOf(shop)
    expect(await suggest()).toEqual({ status: 200, message: 'cart: add gift cards' })
    expect(await suggest(lane, '', 'workspaces')).toMatchObject({ status: 200 })
    expect(stateOf(shop)).toEqual(before)
    expect(question()).toContain('-12\n+staged\n')
    expect(question()).not.toMatch(/not staged|neither|style 2\n/)
    expect(question()).toContain('- style 12\n')
    expect(question()).toContain('- style 3\n')
    const [cwd, ...given] = readFileSync(at('given'), 'utf8').trimEnd().split('\n')
    expect([cwd, given]).toEqual([at('data', 'answers'), answerArgv(TOOLS.cli_a).slice(1)])
    const other = await laneOn(repositoryAt(at(`other-${made}`), {}).path, { tool: 'cli_b' })
    const repository = openedAt(at(`other-${made}`))
    repository.write('new.txt', 'new\n')
    repository.git('add', '--all')
    expect((await suggest(other)).status).toBe(200)
    expect(readFileSync(at('given'), 'utf8').split('\n').slice(1, -1)).toEqual(answerArgv(TOOLS.cli_b).slice(1))
    expect(readLogged(at('data'), `lane:${lane}`).filter(({ type }) => type === 'lane-git-changed')).toEqual([])
  })

  it('never contains secret files, also renamed, linked and unstaged ones', async () => {
    shop.commit({ '.claude/settings.local.json': '{"token":"hush-1"}\n'.repeat(20) })
    shop.git('mv', '.claude/settings.local.json', 'renamed.json')
    shop.write('deep/settings.local.json', 'hush-2\n')
    shop.write('.env', 'KEY=hush-3\n')
    shop.write('ok.txt', 'see @/etc/hostname\n')
    symlinkSync(join(shop.path, 'deep/settings.local.json'), join(shop.path, 'link'))
    shop.git('add', '--all')
    expect((await suggest()).status).toBe(200)
    expect(question()).not.toContain('hush')
    expect(question()).toContain('A deep/settings.local.json (+1 -0)\n[content not shown]')
    expect(question()).toContain('see @\u200b/etc/hostname')
  })

  it('can be the first one, and that of the worktree of a session', async () => {
    const empty = at(`empty-${made}`)
    mkdirSync(empty)
    const first = openedAt(empty)
    first.git('init', '--quiet')
    first.write('a.txt', 'one\n')
    first.git('add', '--all')
    expect(await suggest(await laneOn(empty))).toMatchObject({ status: 200 })
    shop.git('worktree', 'add', '-q', '-b', 'own', '.claude/worktrees/own')
    const own = openedAt(join(shop.path, '.claude/worktrees/own'))
    await app.hook('SessionStart', { session_id: `own-${made}`, cwd: own.path })
    own.write('a.txt', 'in the worktree\n')
    own.git('add', '--all')
    expect((await suggest(lane, `?session=own-${made}`)).status).toBe(200)
    expect(question()).toContain('+in the worktree')
  })

  it('is limited to files below the lane', async () => {
    shop.commit({ 'sub/c.txt': 'c\n' })
    const below = await laneOn(join(shop.path, 'sub'))
    shop.write('a.txt', 'above\n')
    shop.git('add', '--all')
    expect(await refusal(below)).toEqual([400, 'ENOSTAGED'])
    shop.write('sub/c.txt', 'below\n')
    shop.git('add', '--all')
    expect((await suggest(below)).status).toBe(200)
    expect(question()).not.toContain('above')
  })
})

describe('no message is suggested', () => {
  const staged = (): void => {
    shop.write('a.txt', 'staged\n')
    shop.git('add', '--all')
  }

  it('when nothing is staged, or git cannot read the lane', async () => {
    shop.write('a.txt', 'changed\n')
    expect(await refusal()).toEqual([400, 'ENOSTAGED'])
    mkdirSync(at(`plain-${made}`))
    expect(await refusal(await laneOn(at(`plain-${made}`)))).toEqual([409, 'EGIT'])
    expect(await refusal(lane, '?session=none')).toEqual([400, 'ENOWORKTREE'])
    expect(existsSync(at('given'))).toBe(false)
  })

  it.each([
    ['exits with an error', 'echo "Invalid API key" ; exit 1', 'claude failed: Invalid API key'],
    ['answers nothing', 'echo " "', 'claude gave an empty answer'],
    ['prints too much', 'yes', 'claude printed too much'],
  ])('when the agent %s', async (_, script, message) => {
    staged()
    answers(script)
    expect(await suggest()).toEqual({ status: 502, error: { code: 'EAI', message } })
  })

  it('when the agent does not answer in time: it is stopped with its children', async () => {
    answers('sleep 1000 & echo $! >"$HOME/child"; wait')
    const env = { PATH: `${at('bin')}:${process.env['PATH']}`, HOME: root }
    const programs = toolPrograms(env, systemClock())
    const port = agentAnswers({ dataDir: at('data'), env, programs, timeout: 300 })
    const failed = await Effect.runPromise(Effect.flip(port.answer(TOOLS.cli_a, 'a question')))
    expect(failed.message).toBe('claude did not answer within 0.3 seconds')
    expect(isAlive(Number(readFileSync(at('child'), 'utf8')))).toBe(false)
  })

  it('when the client disconnects: the agent is stopped', async () => {
    staged()
    answers('echo $$ >"$HOME/pid.part"; mv "$HOME/pid.part" "$HOME/pid"; sleep 1000')
    const client = new AbortController()
    const asked = fetch(`${app.url}/api/lanes/${lane}/git/commit-message`, { method: 'POST', signal: client.signal })
    const pid = await pidIn(at('pid'))
    client.abort()
    await expect(asked).rejects.toThrow()
    await until('the end of the agent', () => !isAlive(pid))
  })

  it('when the agent is not installed', async () => {
    const env = { PATH: at('none'), HOME: root }
    const port = agentAnswers({ dataDir: at('data'), env, programs: toolPrograms(env, systemClock()) })
    const missing = await Effect.runPromise(Effect.flip(port.answer(TOOLS.cli_b, 'a question')))
    expect([missing._tag, missing.message]).toEqual([
      'AgentMissing',
      expect.stringContaining(`Searched: ${at('none')}`),
    ])
    staged()
    mkdirSync(at('only-git'))
    symlinkSync(execFileSync('sh', ['-c', 'command -v git']).toString().trim(), at('only-git', 'git'))
    const bare = await startApp({ PATH: at('only-git'), HOME: root })
    try {
      const cwd = { method: 'POST', body: { cwd: shop.path } }
      const { lane: own } = (await bare.send<{ lane: { id: number } }>('/api/lanes', cwd)).json
      const { status, json } = await bare.send<Answer>(`/api/lanes/${own.id}/git/commit-message`, { method: 'POST' })
      expect([status, json.error?.code]).toEqual([400, 'ENOTOOL'])
    } finally {
      await bare.close()
    }
  })
})
