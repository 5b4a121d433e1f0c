import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface PaneRow {
  readonly slot: number
  readonly run_id: string
  readonly alive: boolean
  readonly [member: string]: unknown
}
interface Answer {
  readonly lane: { readonly id: number; readonly status: string; readonly run_id: string | null }
  readonly run_id: string
  readonly slot?: number
  readonly panes: readonly PaneRow[]
  readonly stopped: readonly string[]
  readonly error?: { readonly code: string; readonly run_id?: string }
}

let app: App
let root: string
let lane: number
/** The directory of the service's data, as the service resolves it. */
const dataDir = (): string => join(root, 'data')
const env = (): Readonly<Record<string, string>> => ({
  PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
  HOME: root,
  SHELL: '/bin/sh',
})

// Notes how it was started, then waits for what a user types; `exit 3` and the like end it.
const AGENT = `#!/bin/sh
{ printf '%s\\n' "$PWD" "$SVC_RUN" "$SVC_LANE" "$SVC_SLOT" "$@"; } >"$HOME/started.$SVC_SLOT.part"
mv "$HOME/started.$SVC_SLOT.part" "$HOME/started.$SVC_SLOT"
while read -r line; do eval "$line"; done
`
const started = (slot = 0): Promise<string> =>
  until(`the agent in slot ${slot}`, () => {
    try {
      return readFileSync(join(root, `started.${slot}`), 'utf8')
    } catch {
      return undefined
    }
  })

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-runs-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  for (const name of ['claude', 'codex']) {
    writeFileSync(join(root, 'bin', name), AGENT)
    chmodSync(join(root, 'bin', name), 0o700)
  }
  app = await startApp(env(), root)
  lane = (await post('/api/lanes', { cwd: join(root, 'shop') })).json.lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

const post = <A = Answer>(path: string, body: unknown = {}) => app.send<A>(path, { method: 'POST', body })
const start = async (body: unknown = {}) => (await post(`/api/lanes/${lane}/start`, body)).json
const shown = () => app.get<Answer>(`/api/lanes/${lane}`)
const paneIs = (slot: number, wanted: Partial<PaneRow>) =>
  until(`the pane in slot ${slot}`, async () => {
    const pane = (await shown()).panes.find((one) => one.slot === slot)
    return pane !== undefined && Object.entries(wanted).every(([key, value]) => pane[key] === value) && pane
  })
const type = (slot: number, text: string): void =>
  void tmuxOf(dataDir())('send-keys', '-t', `=lane-${lane}-${slot}:`, text, 'Enter')

describe.skipIf(!hasTmux)('a run', () => {
  it('starts the agent in the directory of the lane, which knows its run', async () => {
    const { run_id, lane: after } = await start({ prompt: "it's `x`; $HOME", permissionMode: 'plan', model: 'opus' })
    expect(run_id).toMatch(/^run_[0-9A-Z]{26}$/)
    expect(after).toMatchObject({ status: 'running', run_id })
    const arguments_ = ['--model=opus', '--permission-mode=plan', '--', "it's `x`; $HOME"]
    expect((await started()).trimEnd().split('\n')).toEqual([
      join(root, 'shop'),
      run_id,
      String(lane),
      '0',
      ...arguments_,
    ])
    const { panes } = await shown()
    expect(panes).toMatchObject([{ slot: 0, run_id, tool: 'cli_a', shell: false, alive: true, worktree: false }])
  })

  it('gets a long prompt in a file that only the user can read', async () => {
    const prompt = `first\n${'ü'.repeat(3000)}\nlast\n`
    await start({ prompt, tool: 'cli_b' })
    const path = /^Read the file (\S+)\. /m.exec(await started())?.[1] ?? ''
    expect(readFileSync(path, 'utf8')).toBe(prompt)
    await post(`/api/lanes/${lane}/stop`)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })

  it('is attached when its agent waits; other requests for its slot are refused', async () => {
    const { run_id } = await start()
    expect(await start()).toMatchObject({ run_id, slot: 0, attached: true })
    expect(await start({ prompt: 'go' })).toMatchObject({ error: { code: 'ERUNLIVE', run_id } })
    const second = await start({ shell: true, slot: 'auto' })
    expect(second).toMatchObject({ slot: 1, attached: false, lane: { run_id, status: 'running' } })
    const codes = await Promise.all([start({ slot: 'auto', prompt: 'a' }), start({ slot: 'auto', prompt: 'b' })])
    expect(new Set(codes.map((one) => one.slot))).toEqual(new Set([2, 3]))
  })

  it('knows the session of its agent from its hooks, and no other agent that runs in its pane', async () => {
    const { run_id } = await start()
    const hook = (session: string, pid: number, kind = 'UserPromptSubmit') =>
      app.send('/api/hooks', {
        method: 'POST',
        headers: { 'x-svc-run': run_id, 'x-svc-pid': String(pid) },
        body: { hook_type: kind, data: { session_id: session } },
      })
    await hook('first', 11, 'SessionStart')
    expect(await paneIs(0, { session_id: 'first' })).toMatchObject({ run_id })
    await hook('nested', 12)
    await hook('second', 11, 'SessionStart')
    await paneIs(0, { session_id: 'second' })
    await hook('first', 11, 'SessionEnd')
    await app.settled()
    expect((await shown()).panes).toMatchObject([{ session_id: 'second' }])
    expect(await start({ resume: 'second', slot: 1 })).toMatchObject({ error: { code: 'ESESSIONLIVE', run_id } })
  })

  it('is ended with the exit code of its agent, and its slot is free then', async () => {
    const { run_id } = await start()
    await started()
    type(0, 'exit 3')
    expect(await paneIs(0, { alive: false })).toMatchObject({ run_id, exit_code: 3, signal: null })
    expect((await shown()).lane).toMatchObject({ status: 'idle', run_id })
    expect(await start({ prompt: 'again' })).toMatchObject({ attached: false })
  })

  it('is ended when its agent is killed, or the tmux server', async () => {
    const { run_id } = await start()
    await started()
    type(0, 'kill -9 $$')
    expect(await paneIs(0, { alive: false })).toMatchObject({ run_id, exit_code: null, signal: 'SIGKILL' })
    await start({ slot: 4 })
    process.kill(Number(tmuxOf(dataDir())('display-message', '-p', '#{pid}')), 'SIGKILL')
    await until('no pane', async () => (await shown()).panes.every(({ slot }) => slot !== 4))
  })

  it('is stopped alone or with all others', async () => {
    const [zero, one] = [await start(), await start({ slot: 1 })]
    expect((await post(`/api/lanes/${lane}/stop`, { slot: 1 })).json.stopped).toEqual([one.run_id])
    expect((await shown()).lane.status).toBe('running')
    const { json } = await post(`/api/lanes/${lane}/stop`)
    expect(json).toMatchObject({ stopped: [zero.run_id], lane: { status: 'idle' } })
    expect((await post(`/api/lanes/${lane}/stop`)).json.stopped).toEqual([])
    expect((await shown()).panes).toEqual([])
  })

  it('outlives the service, which finds it again and records what ended meanwhile', async () => {
    const [stays, ends] = [await start(), await start({ slot: 1 })]
    await started(1)
    await app.close()
    const before = Date.now()
    type(1, 'exit 4')
    await until('the end', () => tmuxOf(dataDir())('list-panes', '-a', '-F', '#{pane_dead}').includes('1'))
    const after = Date.now()
    app = await startApp(env(), root)
    const ended = await paneIs(1, { alive: false })
    expect(ended).toMatchObject({ run_id: ends.run_id, exit_code: 4 })
    const at = Date.parse(String(ended['ended_at']))
    expect(at).toBeGreaterThanOrEqual(before - 1000)
    expect(at).toBeLessThanOrEqual(after)
    expect((await shown()).lane).toMatchObject({ status: 'running', run_id: stays.run_id })
    expect(await start()).toMatchObject({ run_id: stays.run_id, attached: true })
  })

  it('is not found in a lane that is deleted, which needs its runs to have ended', async () => {
    await start()
    const refused = await app.send<Answer>(`/api/lanes/${lane}`, { method: 'DELETE' })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'ERUNLIVE' } } })
    await post(`/api/lanes/${lane}/stop`)
    expect((await app.send(`/api/lanes/${lane}`, { method: 'DELETE' })).status).toBe(200)
  })

  it('cannot start in a directory that is missing', async () => {
    rmSync(join(root, 'shop'), { recursive: true })
    expect(await start()).toMatchObject({ error: { code: 'ENOCWD' } })
    expect((await shown()).lane.status).toBe('idle')
  })

  it('resumes a session in the directory where it ran, but not one that is open in a pane', async () => {
    const cwd = join(root, 'shop', '.claude', 'worktrees', 'fix')
    mkdirSync(cwd, { recursive: true })
    await app.hook('SessionStart', { session_id: 'abc', cwd })
    const { run_id } = await start({ resume: 'abc', slot: 2 })
    expect((await started(2)).split('\n')[0]).toBe(cwd)
    expect(await start({ resume: 'abc', slot: 3 })).toMatchObject({ error: { code: 'ESESSIONLIVE', run_id } })
    await post(`/api/lanes/${lane}/stop`)
    rmSync(cwd, { recursive: true })
    expect(await start({ resume: 'abc' })).toMatchObject({ error: { code: 'ENOWORKTREE' } })
  })
})

describe('without tmux', () => {
  it('nothing can be started', async () => {
    await app.close()
    app = await startApp({ ...env(), PATH: join(root, 'bin') }, root)
    expect(await post(`/api/lanes/${lane}/start`)).toMatchObject({
      status: 503,
      json: { error: { code: 'ETMUXMISSING' } },
    })
  })
})
