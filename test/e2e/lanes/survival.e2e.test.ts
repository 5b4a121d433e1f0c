import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runningCommands } from '../../../src/adapters/process/commands.js'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { until } from '../../support/agents/until.js'
import { repositoryAt } from '../../support/git/repository.js'
import { ask } from '../../support/http/ask.js'
import { openTerminalSocket } from '../../support/http/terminal.js'
import { isAlive } from '../../support/process/is-alive.js'
import { type ServiceProcess, startProcess } from '../../support/process/service-process.js'
import { newProfile } from '../../support/stack/profile.js'
import { newShop } from '../../support/stack/shop.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'
import { kill } from '../../support/process/kill.js'

type Lanes = RouteAnswer<'GET /api/lanes'>['lanes']
type LaneAnswer = RouteAnswer<'GET /api/lanes/:id'>
type Runtime = Extract<RouteAnswer<'GET /api/lanes/:id/runtime'>, { available: true }>

/** How often the service is killed while a stack is up and a hook runs. */
const KILLS = Number(process.env['STACK_KILLS'] ?? 2)

let root: string
let service: ServiceProcess
const at = (...names: readonly string[]): string => join(root, ...names)
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-survival-')))
  mkdirSync(at('bin'))
})
afterEach(async () => {
  await service.kill()
  if (hasTmux) endServer(at('data'))
  rmSync(root, { recursive: true, force: true })
})

/** Starts the service as cron or systemd would: without a locale and a terminal, in a process group of its own. */
const start = async (): Promise<void> => {
  const PATH = `${at('bin')}:${process.env['PATH']}`
  const env = { PATH, HOME: root, SVC_DATA_DIR: at('data'), DASHBOARD_PORT: '0' }
  service = await startProcess(env, [], { base: {}, detached: true })
}
/** Kills everything that the service started as its child. */
const killGroup = async (): Promise<void> => {
  kill(service.pid, 'SIGKILL', 'group')
  await until('the end of the service', () => !isAlive(service.pid))
}
const get = async <A>(path: string): Promise<A> => (await ask<A>(service.url, path)).json
const post = async <A>(path: string, body: object = {}): Promise<A> =>
  (await ask<A>(service.url, path, { method: 'POST', body })).json
const lanes = async (): Promise<Lanes> => (await get<{ lanes: Lanes }>('/api/lanes')).lanes

const BOX = '╭─ é 界 ─╮'
const AGENT = `#!/bin/sh
printf '%s\\n' '${BOX}' "$TERM"
trap 'stty size >>"$HOME/sizes"' WINCH
while :; do read -r line && printf '<%s>\\n' "$line"; done
`

describe.skipIf(!hasTmux)('panes', () => {
  it('outlive the process group of the service, and are shown without a locale in its environment', async () => {
    writeFileSync(at('bin', 'claude'), AGENT, { mode: 0o700 })
    await start()
    const { lane } = await post<LaneAnswer>('/api/lanes', { cwd: root })
    const { run_id } = await post<{ run_id: string }>(`/api/lanes/${lane.id}/start`)
    const pid = Number(tmuxOf(at('data'))('display-message', '-p', '-t', `=lane-${lane.id}-0:`, '#{pane_pid}'))
    const shown = async () => {
      const terminal = openTerminalSocket(service.url, `lane=${lane.id}&cols=90&rows=30`)
      await terminal.shows(BOX)
      await terminal.shows('screen-256color')
      return terminal
    }
    const first = await shown()
    first.type('ö界\r')
    await first.shows('<ö界>')
    expect(first.seen.messages).toMatchObject([{ type: 'ready', run_id, cols: 90, rows: 30 }])
    // The size of the request, and no other before it.
    expect(readFileSync(at('sizes'), 'utf8').split('\n')[0]).toBe('30 90')

    await killGroup()
    expect(isAlive(pid)).toBe(true)
    await start()
    const again = await get<LaneAnswer>(`/api/lanes/${lane.id}`)
    expect(again).toMatchObject({ lane: { status: 'running', run_id }, panes: [{ slot: 0, run_id, alive: true }] })
    const second = await shown()
    expect(second.seen.messages).toMatchObject([{ type: 'ready', run_id }])
    for (const { socket } of [first, second]) socket.terminate()
  })

  it('that print a lot do not wait for a client that acknowledges nothing, which is sent little of it', async () => {
    await start()
    const { lane } = await post<LaneAnswer>('/api/lanes', { cwd: root })
    await post(`/api/lanes/${lane.id}/start`, { shell: true })
    const terminal = openTerminalSocket(service.url, `lane=${lane.id}`)
    await terminal.of('ready')
    terminal.type(`seq 1000000; echo done >${at('done')}\r`)
    await until('the program', async () => {
      expect((await ask(service.url, '/api/health')).status).toBe(200)
      return existsSync(at('done'))
    })
    expect(terminal.seen.output.length).toBeLessThan(2 * 1024 * 1024)
    terminal.socket.terminate()
  })
})

describe('a service that was killed while it created worktrees', () => {
  it('answers at once when it starts again, and finishes them without a trace', async () => {
    const repository = repositoryAt(at('shop'), { 'a.txt': 'a', 'b.txt': 'b' })
    repository.git(
      'config',
      'filter.slow.smudge',
      `[ -e ${at('go')} ] || { touch ${at('slow')}; exec sleep 600; }; cat`,
    )
    repository.write('.git/info/attributes', 'b.txt filter=slow\n')
    await start()
    const MANY = 8
    for (let n = 0; n < MANY; n += 1) await post('/api/lanes/worktree', { sourceRepo: repository.path, slug: 'x' })
    await until('the checkout', () => existsSync(at('slow')))
    await killGroup()
    rmSync(at('slow'))

    await start()
    // The first checkout does not end yet, and the others wait for it.
    await until('the first checkout', () => existsSync(at('slow')))
    expect((await ask(service.url, '/api/health')).status).toBe(200)
    expect((await lanes()).map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'provisioning'))
    await killGroup()
    writeFileSync(at('go'), '')
    await start()
    await until('all worktrees', async () => (await lanes()).every(({ status }) => status === 'idle'))
    const made = await lanes()
    expect(made.map(({ cwd }) => readFileSync(join(cwd, 'b.txt'), 'utf8'))).toEqual(
      Array.from({ length: MANY }, () => 'b'),
    )
    expect(repository.git('worktree', 'list', '--porcelain').match(/^(?:locked|prunable)/gm)).toBeNull()
    expect(repository.git('for-each-ref', '--format=%(refname)', 'refs/heads/feat').split('\n')).toHaveLength(MANY)
    const names = readdirSync(at('shop', '.git'), { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => name.endsWith('.lock'))).toEqual([])
    const left = (runningCommands() ?? []).filter(({ args }) => args[0] === 'git' && args.join(' ').includes(root))
    expect(left).toEqual([])
  })
})

describe('stacks', () => {
  it('outlive a killed service, and what it was starting ends at the next start', async () => {
    const path = repositoryAt(at('shop'), { 'a.txt': 'a' }).path
    newShop(path)
    await start()
    const { lane } = await post<LaneAnswer>('/api/lanes', { cwd: path })
    const runtime = () => get<Runtime>(`/api/lanes/${lane.id}/runtime`)
    const settled = () => until('the jobs', async () => (await runtime()).jobs.length === 0)
    const pidOf = (name: string): number =>
      Number(readFileSync(at('data', 'stack', `${lane.id}`, 'run', `${name}.pid`)))
    for (let round = 0; round < KILLS; round += 1) {
      await post(`/api/lanes/${lane.id}/up`)
      await settled()
      const web = pidOf('web')
      newProfile(path, null, { seed: 'echo $$ >"$LANE_RUN_DIR/seed.pid"; exec sleep 600' })
      await post(`/api/lanes/${lane.id}/hook/seed`)
      const seedFile = at('data', 'stack', `${lane.id}`, 'run', 'seed.pid')
      // The file exists before its content does.
      const seed = await until('the hook', () => existsSync(seedFile) && (pidOf('seed') || undefined))
      // Only the service: its hooks lead groups of their own.
      await killGroup()
      expect([web, seed].filter((pid) => !isAlive(pid))).toEqual([])
      await start()
      await settled()
      expect(await runtime()).toMatchObject({ slot: 1, up: true, services: [{ pid: web, alive: true }] })
      expect(isAlive(seed)).toBe(false)
      const { killed } = await post<{ killed: readonly number[] }>(`/api/lanes/${lane.id}/down`)
      expect([killed, isAlive(web), (await runtime()).slot]).toEqual([[web], false, null])
      rmSync(seedFile, { force: true })
    }
  })
})
