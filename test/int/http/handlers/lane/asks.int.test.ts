import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type AgentScript, writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'
import { readLogged } from '../../../../support/service/log.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

type Ask = RouteAnswer<'GET /api/asks'>['asks'][number]
interface Answer {
  readonly lane: { readonly id: number }
  readonly asks: readonly Ask[]
  readonly ask: Ask
  readonly prompt: { readonly answerable: boolean } | null
  readonly run_id: string
  readonly taken: boolean
  readonly error?: { readonly code: string; readonly message: string; readonly ask?: Ask; readonly next?: Ask | null }
}

const asks = (command: string): readonly string[] => [
  ' Bash command',
  '',
  `   ${command}`,
  '',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. Yes, and don’t ask again for: git *',
  '   3. No, and tell Claude what to do differently',
  '',
  ' Esc to cancel · Tab to amend',
]
const TRUST = [' Accessing workspace:', '', ' ❯ No, exit', '   Yes, I trust this folder', '', ' Enter to confirm']

let app: App
let root: string
let lane: number
const dataDir = (): string => join(root, 'data')
const ask = async (path: string, body?: unknown) => {
  const { status, json } = await app.send<Answer>(path, body === undefined ? {} : { method: 'POST', body })
  return { status, ...json }
}
const opened = (text: string) =>
  until(`the ask ${text}`, async () => (await ask('/api/asks')).asks.find((one) => one.text.includes(text)) ?? false)
const nothingOpen = () => until('no ask', async () => (await ask('/api/asks')).asks.length === 0)
const answer = ({ id, digest }: Ask, more: object = {}) =>
  ask(`/api/asks/${id}/answer`, { digest, option: '1', ...more })
const stateOf = async ({ id }: Ask) => (await ask(`/api/asks/${id}`)).ask.state
const keys = (): readonly (string | undefined)[] =>
  readFileSync(join(root, `log.${lane}.0`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => (JSON.parse(line) as { key?: string }).key)
const start = async (script: AgentScript) => {
  writeFileSync(join(root, 'agent.json'), JSON.stringify(script))
  const started = await ask(`/api/lanes/${lane}/start`, {})
  expect(started.status).toBe(200)
  return started.run_id
}
const inTerminal = (key: string) => tmuxOf(dataDir())('send-keys', '-t', `=lane-${lane}-0:`, key)

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-asks-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  lane = (await ask('/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('what an agent asks', () => {
  it('is listed with its own options, is on its pane, and is announced until it is answered', async () => {
    const listener = await listenTo(app.url)
    await start({ dialog: asks('git tag v2') })
    const shown = await opened('git tag v2')
    expect(shown).toMatchObject({
      lane_id: lane,
      slot: 0,
      kind: 'permission',
      answerable: true,
      state: 'open',
      answer: null,
    })
    expect(shown.options.map(({ key, label, lasting }) => [key, label, lasting])).toEqual([
      ['1', 'Yes', false],
      ['2', 'Yes, and don’t ask again for: git *', true],
      ['3', 'No, and tell Claude what to do differently', false],
    ])
    const { lanes } = await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')
    expect(lanes[0]?.panes[0]?.ask?.id).toBe(shown.id)

    const given = await answer(shown)
    expect([given.status, given.taken, given.ask.state, given.ask.answer]).toMatchObject([
      200,
      true,
      'taken',
      { option: '1', label: 'Yes', by: null },
    ])
    expect(keys()).toEqual(['1'])
    await nothingOpen()
    const states = () => listener.of('ask_update').map(({ data }) => (data as { ask: Ask }).ask.state)
    await until('the announcements', () => states().includes('taken'))
    expect(states()[0]).toBe('open')
    const logged = readLogged(dataDir(), `lane-${lane}`).filter(({ type }) => type.startsWith('ask-'))
    expect(logged.map(({ type, by }) => [type, by])).toEqual([
      ['ask-opened', 'host'],
      ['ask-answered', 'local'],
      ['ask-closed', 'host'],
    ])
    await listener.close()
  })

  it('is answered once: the same command that is asked again is another ask', async () => {
    await start({ dialog: asks('git tag v2'), next: [asks('git tag v2')] })
    const first = await opened('git tag v2')
    const both = await Promise.all([answer(first), answer(first, { option: '3' })])
    expect(both.map(({ status }) => status)).toEqual([200, 409])
    expect(both[1]?.error).toMatchObject({ code: 'EASKGONE', ask: { id: first.id, answer: { option: '1' } } })
    const second = await until('the other ask', async () => {
      const { asks: all } = await ask('/api/asks')
      return all.find(({ id }) => id !== first.id) ?? false
    })
    expect(second.digest).toBe(first.digest)
    expect(keys()).toEqual(['1'])
    expect((await answer(first)).error?.code).toBe('EASKGONE')
    expect((await answer(second, { option: '3' })).taken).toBe(true)
    expect(keys()).toEqual(['1', '3'])
  })

  it('is not answered twice by an answer that is sent again', async () => {
    await start({ dialog: asks('git tag v2'), next: [asks('git push')] })
    const shown = await opened('git tag v2')
    expect((await answer(shown, { nonce: 'n1' })).taken).toBe(true)
    const again = await answer(shown, { nonce: 'n1' })
    expect([again.status, again.taken, again.ask.id]).toEqual([200, true, shown.id])
    expect((await answer(shown, { nonce: 'n2' })).error?.code).toBe('EASKGONE')
    expect(keys()).toEqual(['1'])
  })

  it('that the user answers in the terminal, and what follows it, is noticed', async () => {
    await start({ dialog: asks('git tag v2'), next: [asks('git push')] })
    const first = await opened('git tag v2')
    inTerminal('1')
    const second = await opened('git push')
    expect(await stateOf(first)).toBe('elsewhere')
    const late = await answer(first)
    expect(late.error).toMatchObject({ code: 'EASKGONE', next: { id: second.id } })
    inTerminal('3')
    await nothingOpen()
    const { asks: all } = await ask('/api/asks?state=all')
    expect(all.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'elsewhere'],
      [first.id, 'elsewhere'],
    ])
  })

  describe('that the user answers in the terminal at the same moment', () => {
    const message = () => ask(`/api/lanes/${lane}/message`, { text: 'go on' })

    it('was not answered here: the key that came too late is removed from the input line', async () => {
      await start({ dialog: asks('git tag v2'), lateMs: 50 })
      const shown = await opened('git tag v2')
      expect((await answer(shown)).error).toMatchObject({ code: 'EASKGONE', ask: { state: 'elsewhere', answer: null } })
      expect((await message()).status).toBe(200)
      expect(readFileSync(join(root, `log.${lane}.0`), 'utf8')).toContain('{"sent":"go on"}')
    })

    it('is known and removed later if the next prompt hides the input line', async () => {
      await start({ dialog: asks('git tag v2'), next: [asks('git push')], lateMs: 50 })
      const shown = await opened('git tag v2')
      expect((await answer(shown)).taken).toBe(true)
      await opened('git push')
      inTerminal('3')
      await until('the outcome', async () => (await stateOf(shown)) === 'elsewhere')
      expect((await message()).status).toBe(200)
    })

    it('leaves a draft of the user unchanged', async () => {
      await start({ dialog: asks('git tag v2'), draft: 'use v3 ', lateMs: 50 })
      await answer(await opened('git tag v2'))
      expect((await message()).error?.code).toBe('ENOTREADY')
      const screen = () => tmuxOf(dataDir())('capture-pane', '-p', '-t', `=lane-${lane}-0:`)
      await until('the key behind the draft', () => screen().includes('use v3 1'))
    })
  })

  it('is asked again, as another ask, if the agent ignored the answer', async () => {
    await start({ dialog: asks('git tag v2'), ignoresKeys: true })
    const shown = await opened('git tag v2')
    const given = await answer(shown)
    expect([given.taken, given.ask.state]).toEqual([false, 'failed'])
    const again = await opened('git tag v2')
    expect([again.id === shown.id, again.state]).toEqual([false, 'open'])
  })

  it('without numbers is shown, and answered in the terminal', async () => {
    await start({ dialog: TRUST })
    const shown = await opened('Accessing workspace')
    expect(shown).toMatchObject({ kind: 'trust', answerable: false })
    expect(shown.screen).toContain('   Yes, I trust this folder')
    expect((await answer(shown)).error?.code).toBe('ENOTREADY')
    expect(keys()).toEqual([])
  })

  it('stays open in a pane that became too small to show it, and is not answered there', async () => {
    await start({ dialog: asks('git tag v2') })
    const shown = await opened('git tag v2')
    const tmux = tmuxOf(dataDir())
    tmux('resize-window', '-t', `=lane-${lane}-0:`, '-x', '80', '-y', '5')
    await until('the small pane', async () => {
      const { prompt } = await ask(`/api/lanes/${lane}/prompt?slot=0`)
      return prompt === null || !prompt.answerable
    })
    expect((await answer(shown)).error?.code).toBe('ENOTREADY')
    expect([await stateOf(shown), keys()]).toEqual(['open', []])
    tmux('resize-window', '-t', `=lane-${lane}-0:`, '-x', '80', '-y', '24')
    await until('the answer', async () => (await answer(shown)).status === 200)
    expect(keys()).toEqual(['1'])
  })

  it('ends with its agent', async () => {
    await start({ dialog: asks('git tag v2') })
    const shown = await opened('git tag v2')
    await ask(`/api/lanes/${lane}/stop`, {})
    expect(await stateOf(shown)).toBe('ended')
    expect((await answer(shown)).error?.code).toBe('EASKGONE')
  })

  it('of a session is read once its hook says that it waits', async () => {
    const run = await start({ dialog: asks('git tag v2'), afterPasteMs: 0 })
    const [headers, data] = [{ 'x-svc-run': run }, { session_id: 's-1', cwd: join(root, 'shop') }]
    const inSession = (hook_type: string, more: object) =>
      app.send('/api/hooks', { method: 'POST', headers, body: { hook_type, data: { ...data, ...more } } })
    await inSession('SessionStart', {})
    await ask(`/api/lanes/${lane}/message`, { text: 'tag it' })
    expect((await ask('/api/asks')).asks).toEqual([])
    await inSession('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git tag v2' } })
    const shown = await opened('git tag v2')
    expect([shown.run_id, shown.session_id]).toEqual([run, 's-1'])
  })

  it('of a CLI after a turn is shown too, although no hook reports it', async () => {
    const run = await start({ dialog: TRUST, afterPasteMs: 0 })
    const [headers, data] = [{ 'x-svc-run': run }, { session_id: 's-1', cwd: join(root, 'shop') }]
    const inSession = (hook_type: string) =>
      app.send('/api/hooks', { method: 'POST', headers, body: { hook_type, data } })
    await inSession('SessionStart')
    await ask(`/api/lanes/${lane}/message`, { text: 'go' })
    await inSession('Stop')
    const shown = await opened('Accessing workspace')
    expect([shown.run_id, shown.answerable]).toEqual([run, false])
    inTerminal('Enter')
    await nothingOpen()
  })

  it('is not answered by a program in a lane, also without the environment of its pane', async () => {
    const run = await start({ dialog: asks('git tag v2') })
    const shown = await opened('git tag v2')
    const script = `
      const run = (env) => require('node:child_process').execFileSync(process.execPath, ['-e', process.argv[1]], { env })
      fetch(${JSON.stringify(`${app.url}/api/asks/${shown.id}/answer`)}, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ digest: ${JSON.stringify(shown.digest)}, option: '1' }),
      }).then(async (response) => console.log(response.status, (await response.json()).error?.code))`
    const started = promisify(execFile)(process.execPath, ['-e', script], { env: { ...process.env, SVC_RUN: run } })
    expect((await started).stdout.trim()).toBe('403 EPANE')
    const wrapped = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(script)}], { env: {}, stdio: 'inherit' })`
    const hidden = promisify(execFile)(process.execPath, ['-e', wrapped], { env: { ...process.env, SVC_RUN: run } })
    expect((await hidden).stdout.trim()).toBe('403 EPANE')
    const other = promisify(execFile)(process.execPath, ['-e', script], {
      env: { ...process.env, SVC_RUN: 'run_other' },
    })
    expect((await other).stdout.trim()).toMatch(/^200/)
    expect(keys()).toEqual(['1'])
  })
})
