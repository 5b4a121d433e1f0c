import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'
import { kill } from '../../../../support/process/kill.js'

interface PaneRow {
  readonly slot: number
  readonly run_id: string
  readonly alive: boolean
  readonly [member: string]: unknown
}
interface Listed {
  readonly id: number
  readonly panes: readonly PaneRow[]
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

  it('is a pane of its lane in the list and in the updates of the lane', async () => {
    const listener = await listenTo(app.url)
    const other = (await post('/api/lanes', { cwd: join(root, 'bin') })).json.lane.id
    const { run_id } = await start({ slot: 3 })
    const { lanes } = await app.get<{ lanes: readonly Listed[] }>('/api/lanes')
    const panes = Object.fromEntries(lanes.map((row) => [row.id, row.panes]))
    expect(panes).toEqual({ [lane]: [expect.objectContaining({ slot: 3, run_id, alive: true })], [other]: [] })
    const last = () => JSON.stringify(listener.of('lane_update').at(-1)?.data)
    await post(`/api/lanes/${lane}/stop`)
    await until('the pane without its program', () => last().includes('"panes":[]'))
    await listener.close()
  })

  it('shows in its lane which dialog its agent waits at, until it is answered', async () => {
    const listener = await listenTo(app.url)
    await start({ slot: 2 })
    await started(2)
    const dialog = `Trust this folder?\\n› 1. Trust and continue\\n  2. Back\\n\\n  enter continue · esc back`
    type(2, `clear; printf '${dialog}'`)
    const waiting = () =>
      listener.of('lane_update').map(({ data }) => ('lane' in data ? (data.lane.panes[0]?.waiting ?? null) : null))
    await until('the dialog', () => waiting().some((one) => one !== null))
    expect(waiting().at(-1)).toEqual({ kind: 'trust', text: 'Trust this folder?' })
    expect((await shown()).panes).toMatchObject([{ slot: 2, waiting: { kind: 'trust' } }])
    type(2, 'clear')
    await until('the end of the dialog', () => waiting().at(-1) === null)
    await listener.close()
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

  it('that forks a session does not hold it, although its agent reports it until the first prompt', async () => {
    const { run_id } = await start({ resumeSessionId: 'old', forkSession: true, slot: 1 })
    const report = (session: string) =>
      app.send('/api/hooks', {
        method: 'POST',
        headers: { 'x-svc-run': run_id, 'x-svc-pid': '11' },
        body: { hook_type: 'SessionStart', data: { session_id: session } },
      })
    await report('old')
    await app.settled()
    expect((await shown()).panes).toMatchObject([{ slot: 1, session_id: null }])
    expect(await start({ resumeSessionId: 'old' })).toMatchObject({ slot: 0, attached: false })
    await report('new')
    await paneIs(1, { session_id: 'new' })
  })

  it('whose pane vanished is resumed on request, once, with the options that it was started with', async () => {
    const { run_id } = await start({ permissionMode: 'plan', effort: 'high', slot: 2 })
    await started(2)
    const from = { method: 'POST', headers: { 'x-svc-run': run_id, 'x-svc-pid': '11' } }
    const data = { session_id: 'the-one', cwd: join(root, 'shop') }
    await app.send('/api/hooks', { ...from, body: { hook_type: 'SessionStart', data } })
    await paneIs(2, { session_id: 'the-one' })
    type Resumes = Readonly<Record<'resumable' | 'resumed' | 'failed', readonly Readonly<Record<string, unknown>>[]>>
    const resume = async (body: object) => (await post<Resumes>('/api/lanes/resume', body)).json
    expect(await resume({ dryRun: true })).toEqual({ resumable: [], resumed: [], failed: [] })
    endServer(dataDir())
    const vanished = { run_id, lane_id: lane, slot: 2, tool: 'cli_a', session_id: 'the-one' }
    await until('the run to vanish', async () => {
      const { run } = await app.get<{ run: { reason: string | null } }>(`/api/run/${run_id}`)
      return run.reason === 'vanished'
    })
    expect(await resume({ dryRun: true })).toMatchObject({ resumable: [vanished], resumed: [], failed: [] })
    expect(await resume({ runs: ['run_other'] })).toMatchObject({ resumed: [], failed: [] })
    rmSync(join(root, 'started.2'))
    const { resumed } = await resume({})
    expect(resumed).toMatchObject([{ from: run_id, lane_id: lane, slot: 2 }])
    const lines = (await started(2)).trimEnd().split('\n')
    expect(lines.slice(4)).toEqual(['--permission-mode=plan', '--effort=high', '--resume=the-one'])
    expect(await resume({})).toEqual({ resumable: [], resumed: [], failed: [] })
  })

  it('of any lane is listed, read and stopped by its id; another program in its slot stays', async () => {
    const place = { cwd: join(root, 'shop', 'src') }
    const { run_id, lane: owner } = (await post('/api/run', { ...place, prompt: 'go', permissionMode: 'plan' })).json
    expect(owner.id).toBe(lane)
    const { items } = await app.get<{ items: readonly object[] }>('/api/run')
    expect(items).toMatchObject([
      { run_id, lane_id: lane, slot: 0, prompt: 'go', permission_mode: 'plan', account: null },
    ])
    expect(await app.get(`/api/run/${run_id}`)).toMatchObject({ run: { run_id, ended_at: null } })
    const stop = (id: string) => app.send(`/api/run/${id}`, { method: 'DELETE' })
    expect((await stop(run_id)).status).toBe(200)
    const next = (await post('/api/run', place)).json.run_id
    expect((await stop(run_id)).status).toBe(200)
    expect(await app.get(`/api/run/${next}`)).toMatchObject({ run: { status: 'running' } })
    await stop(next)
    const page = (query: string) =>
      app.get<{ items: { run_id: string }[]; next: string | null }>(`/api/run/history${query}`)
    expect(await page('?limit=1')).toMatchObject({ items: [{ run_id: next, reason: 'stopped' }], next })
    expect(await page(`?before=${next}`)).toMatchObject({ items: [{ run_id }], next: null })
  })

  it('that is refused leaves no lane behind', async () => {
    const other = join(root, 'other')
    mkdirSync(other)
    const refused = await post('/api/run', { cwd: other, prompt: 5 })
    expect(refused.json.error?.code).toBe('EBADPROMPT')
    const { lanes } = await app.get<{ lanes: { cwd: string }[] }>('/api/lanes')
    expect(lanes.map(({ cwd }) => cwd)).toEqual([join(root, 'shop')])
  })

  it('can be offered with its program, the directories and the models in use', async () => {
    await app.hook('SessionStart', { session_id: 'any', cwd: '/home/ada/elsewhere', model: 'claude-opus-4-5' })
    await app.settled()
    expect(await app.get('/api/run/binary?tool=cli_b')).toEqual({
      tool: 'cli_b',
      name: 'Codex',
      found: true,
      path: join(root, 'bin', 'codex'),
    })
    const { items } = await app.get<{ items: object[] }>('/api/run/cwds')
    expect(items.slice(0, 2)).toEqual([
      { kind: 'lane', path: join(root, 'shop'), label: 'shop' },
      { kind: 'recent', path: '/home/ada/elsewhere', label: 'elsewhere' },
    ])
    expect(await app.get('/api/run/models')).toEqual({ tool: 'cli_a', items: [{ id: 'claude-opus-4-5' }] })
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
    kill(Number(tmuxOf(dataDir())('display-message', '-p', '#{pid}')))
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

  it('gets no worktree of its own where git has no repository', async () => {
    expect(await start({ worktree: true })).toMatchObject({
      error: { code: 'ENOWORKTREE', message: expect.stringContaining('is not in a git repository') },
    })
    expect((await shown()).lane.status).toBe('idle')
  })

  it('in a worktree of its own keeps the status of the repository clean', async () => {
    const repository = repositoryAt(join(root, 'shop'), { 'a.txt': 'a' })
    for (const slot of [0, 1]) await start({ slot, worktree: true })
    expect((await started()).split('\n')[5]).toMatch(/^--worktree=\w+$/)
    repository.write('.claude/worktrees/one/a.txt', 'a')
    expect(repository.git('status', '--porcelain')).toBe('')
    const rules = readFileSync(join(repository.path, '.git', 'info', 'exclude'), 'utf8').split('\n')
    expect(rules.filter((rule) => rule.includes('.claude'))).toEqual(['/.claude/worktrees/'])
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
