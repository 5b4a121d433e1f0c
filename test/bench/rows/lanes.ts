import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { openedAt, repositoryAt } from '../../support/git/repository.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'
import type { LoadPlan, LoadResult } from '../load.js'
import { cpuSeconds, runScript, type RunningServer } from '../program.js'
import { median, quantile } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { getJson, postJson, startService } from '../service.js'
import { kill } from '../../support/process/kill.js'

type LaneAnswer = RouteAnswer<'GET /api/lanes/:id'>
type StartAnswer = RouteAnswer<'POST /api/lanes/:id/start'>

// Notes when it started. Then it waits for a line that it runs.
const AGENT = `#!/bin/sh
date +%s%N >"$HOME/started.$SVC_LANE"
read -r line && eval "$line"
`

/** A service whose agents are scripts. */
interface Laned {
  readonly service: RunningServer
  readonly home: string
  /** Number of processes that the service has started, if they are counted. */
  readonly programs: (name: 'git' | 'tmux') => number
  readonly close: () => Promise<void>
}

const startLaned = async ({ folder }: Bench, counted: readonly string[] = []): Promise<Laned> => {
  const [home, dataDir] = [folder(), folder()]
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), AGENT, { mode: 0o755 })
  for (const name of counted) {
    const real = execFileSync('sh', ['-c', `command -v ${name}`])
      .toString()
      .trim()
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf . >>'${home}/${name}'\nexec ${real} "$@"\n`, { mode: 0o755 })
  }
  const PATH = `${bin}:${process.env['PATH']}`
  const service = await startService(
    { dataDir, claudeHome: folder(), codexHome: folder() },
    { PATH, HOME: home, SHELL: '/bin/sh', SVC_UPDATES: '0' },
  )
  return {
    service,
    home,
    programs: (name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0,
    close: async () => {
      endServer(dataDir)
      await service.stop()
    },
  }
}

const addLane = async ({ service, home }: Laned, name: string): Promise<number> => {
  const cwd = join(home, name)
  mkdirSync(cwd)
  return (await postJson<LaneAnswer>(service, '/api/lanes', { cwd })).lane.id
}

const startAgent = ({ service }: Laned, lane: number) => postJson<StartAnswer>(service, `/api/lanes/${lane}/start`, {})

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await setTimeout(5)
}

const repeated = async (times: number, work: () => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  return taken
}

/** Adds lanes with an agent each, which has reported its session. */
const fill = async (laned: Laned, lanes: number): Promise<void> => {
  for (let n = 0; n < lanes; n++) {
    const { run_id } = await startAgent(laned, await addLane(laned, `lane-${n}`))
    const headers = { 'content-type': 'application/json', 'x-svc-run': run_id }
    const body = JSON.stringify({ hook_type: 'SessionStart', data: { session_id: run_id, cwd: laned.home } })
    await fetch(new URL('/api/hooks', laned.service.url), { method: 'POST', headers, body })
  }
}

/** Measures reads with a pane in each of 50 lanes. */
const reads = async (bench: Bench): Promise<readonly Row[]> => {
  const laned = await startLaned(bench, ['git', 'tmux'])
  const { service, programs } = laned
  try {
    await fill(laned, 50)
    const read = () => getJson<RouteAnswer<'GET /api/lanes'>>(service, '/api/lanes')
    await repeated(100, read)
    const [git, tmux, startedAt] = [programs('git'), programs('tmux'), performance.now()]
    const times = await repeated(bench.quick ? 200 : 2000, read)
    // The panes are listed once a second, whether anybody reads.
    const watched = Math.ceil((performance.now() - startedAt) / 1000) + 1
    const started = programs('git') - git + Math.max(0, programs('tmux') - tmux - watched)
    return [
      limitRow('GET /api/lanes p95, 50 lanes with 50 panes', quantile(times, 0.95), 10, 'ms'),
      limitRow('  git and tmux processes that it starts', started, 0, 'processes', 0),
    ]
  } finally {
    await laned.close()
  }
}

/** Measures the service while nobody uses it and 50 agents wait. */
const idle = async (bench: Bench): Promise<readonly Row[]> => {
  const laned = await startLaned(bench)
  try {
    await fill(laned, 50)
    const seconds = bench.quick ? 5 : 60
    await setTimeout(seconds * 500)
    const before = cpuSeconds(laned.service.pid)
    await setTimeout(seconds * 1000)
    const share = ((cpuSeconds(laned.service.pid) - before) / seconds) * 100
    return [limitRow('processor of the idle service, 50 lanes with 50 panes', share, 1, '% of a core', 2)]
  } finally {
    await laned.close()
  }
}

const FILES = 40_000

/** Compares a lane on a new worktree with `git worktree add`. */
const worktrees = async (bench: Bench): Promise<readonly Row[]> => {
  const laned = await startLaned(bench)
  try {
    const files = bench.quick ? 1000 : FILES
    const content = Array.from({ length: files }, (_, n) => [`lib/part-${n % 400}/file-${n}.txt`, `${n}\n`.repeat(40)])
    const repository = repositoryAt(join(laned.home, 'shop'), Object.fromEntries(content))
    const [answered, ready, plain]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
      const own = join(laned.home, `own-${round}`)
      plain.push(
        ...(await repeated(1, async () => repository.git('worktree', 'add', '--quiet', '-b', `own-${round}`, own))),
      )
      const startedAt = performance.now()
      const { lane } = await postJson<LaneAnswer>(laned.service, '/api/lanes/worktree', {
        sourceRepo: repository.path,
        slug: `round-${round}`,
      })
      answered.push(performance.now() - startedAt)
      const shown = () => getJson<LaneAnswer>(laned.service, `/api/lanes/${lane.id}`)
      await until(async () => (await shown()).lane.status !== 'provisioning')
      ready.push(performance.now() - startedAt)
      const count = openedAt(lane.cwd).git('ls-files').split('\n').length
      if (count !== files) throw new Error(`the worktree has ${count} of ${files} files`)
    }
    const measured = `${median(ready).toFixed(0)} ms of ${median(plain).toFixed(0)} ms`
    return [
      limitRow('POST /api/lanes/worktree', median(answered), 50, 'ms'),
      ratioRow(`  ready, ${files} files`, measured, median(ready) / median(plain), { max: 1.2 }),
    ]
  } finally {
    await laned.close()
  }
}

/** Measures the start of agents, and how soon their ends are known. */
const startsAndEnds = async (bench: Bench): Promise<readonly Row[]> => {
  const laned = await startLaned(bench)
  const { service, home } = laned
  const startOf = async (lane: number | string): Promise<number> => {
    const path = join(home, `started.${lane}`)
    await until(() => existsSync(path) && statSync(path).size > 10)
    const at = Number(readFileSync(path, 'utf8')) / 1e6
    rmSync(path)
    return at
  }
  const alone = async (): Promise<number> => {
    const startedAt = Date.now()
    const agent = spawn(join(home, 'bin', 'claude'), { env: { ...process.env, HOME: home, SVC_LANE: 'alone' } })
    const at = await startOf('alone')
    agent.stdin.end()
    await once(agent, 'exit')
    return at - startedAt
  }
  const runningOf = (lane: number) => getJson<LaneAnswer>(service, `/api/lanes/${lane}`)
  const ends: Readonly<Record<string, (pid: number) => void>> = {
    'killed with SIGKILL': (pid) => kill(pid),
    'ended by SIGTERM': (pid) => kill(pid, 'SIGTERM'),
    'crashed with SIGSEGV': (pid) => kill(pid, 'SIGSEGV'),
  }
  try {
    const lane = await addLane(laned, 'lane')
    const [own, inLane, late]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < (bench.quick ? 1 : 10); round++) {
      for (const end of Object.values(ends)) {
        own.push(await alone())
        const startedAt = Date.now()
        await startAgent(laned, lane)
        inLane.push((await startOf(lane)) - startedAt)
        const { items } = await getJson<RouteAnswer<'GET /api/run'>>(service, '/api/run')
        const endedAt = performance.now()
        end(items[0]?.pid ?? 0)
        await until(async () => (await runningOf(lane)).lane.status === 'idle')
        late.push(performance.now() - endedAt)
      }
    }
    return [
      limitRow('start of an agent in a lane, beside its own start', median(inLane) - median(own), 150, 'ms', 0),
      limitRow('end of an agent (kill, crash) to its status, max', quantile(late, 1), 1500, 'ms', 0),
    ]
  } finally {
    await laned.close()
  }
}

/** Compares hooks with and without live panes. */
const hooksBesidePanes = async (bench: Bench): Promise<readonly Row[]> => {
  const [plain, laned] = [await startLaned(bench), await startLaned(bench)]
  try {
    await fill(laned, 20)
    const rates: Record<'without' | 'beside', number[]> = { without: [], beside: [] }
    const load = async ({ service }: Laned, seed: number): Promise<number> => {
      const hooks = bench.quick ? 4000 : 24_000
      const plan: LoadPlan = { url: service.url, connections: 8, hooks, sessions: 400, seed, warmUp: 1000 }
      return (await runScript<LoadResult>('load.ts', JSON.stringify(plan))).perSecond
    }
    for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
      rates.without.push(await load(plain, round + 1))
      rates.beside.push(await load(laned, round + 1))
    }
    const [without, beside] = [median(rates.without), median(rates.beside)]
    const measured = `${beside.toFixed(0)}/s of ${without.toFixed(0)}/s`
    return [ratioRow('hooks beside 20 panes', measured, beside / without, { min: 0.95 })]
  } finally {
    await plain.close()
    await laned.close()
  }
}

/** Measures lanes: reads, new worktrees, and the starts and ends of agents. */
export const laneRows: Measurement = {
  name: 'lanes',
  rows: async (bench) => {
    if (!hasTmux) return []
    const rows: Row[] = []
    for (const part of [reads, idle, worktrees, startsAndEnds, hooksBesidePanes]) rows.push(...(await part(bench)))
    return rows
  },
}
