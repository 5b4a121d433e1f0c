import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { repositoryAt, type TestRepository } from '../../support/git/repository.js'
import type { LoadPlan, LoadResult } from '../load.js'
import { runScript, type RunningServer } from '../program.js'
import { median, quantile } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { getJson, postJson, startService } from '../service.js'

type LaneAnswer = RouteAnswer<'GET /api/lanes/:id'>
type Changes = Extract<RouteAnswer<'GET /api/lanes/:id/git/changes'>, { readonly available: true }>

const FILES = 40_000
const FOLDERS = 400
const LANES = 50
const CHANGED = 300
/** Rates scatter by 5 % from round to round. */
const ROUNDS_OF_HOOKS = 12
const nameOf = (n: number): string => `lib/part-${n % FOLDERS}/file-${n}.txt`
const textOf = (n: number): string => Array.from({ length: 40 }, (_, line) => `${n} ${line}\n`).join('')

/** A repository with changed files, and a service with lanes on it and on directories below it. */
interface Laned {
  readonly service: RunningServer
  readonly repository: TestRepository
  readonly lanes: readonly number[]
  /** Returns the number of git processes that some work starts. */
  readonly processes: (work: () => Promise<unknown>) => Promise<number>
  readonly close: () => Promise<void>
}

const filesOf = ({ quick }: Bench): number => (quick ? 2000 : FILES)

const fill = (bench: Bench): TestRepository => {
  const content = Array.from({ length: filesOf(bench) }, (_, n) => [nameOf(n), textOf(n)])
  const repository = repositoryAt(join(bench.folder(), 'shop'), Object.fromEntries(content))
  for (let n = 0; n < CHANGED; n++) repository.write(nameOf(n), textOf(n).replace(` 20\n`, ' changed\n'))
  return repository
}

/** @param counted whether the processes are counted, which makes each of them slower */
const startLaned = async ({ folder }: Bench, repository: TestRepository, counted: boolean): Promise<Laned> => {
  const [home, dataDir] = [folder(), folder()]
  const log = join(home, 'git')
  mkdirSync(join(home, 'bin'))
  if (counted) {
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
    writeFileSync(join(home, 'bin', 'git'), `#!/bin/sh\nprintf . >>'${log}'\nexec ${real} "$@"\n`, { mode: 0o755 })
  }
  const service = await startService(
    { dataDir, claudeHome: folder(), codexHome: folder() },
    { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, HOME: home, SVC_UPDATES: '0' },
  )
  const lanes: number[] = []
  for (let n = 0; n < LANES; n++) {
    const cwd = n === 0 ? repository.path : join(repository.path, `lib/part-${n}`)
    lanes.push((await postJson<LaneAnswer>(service, '/api/lanes', { cwd })).lane.id)
  }
  const size = (): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0
  return {
    service,
    repository,
    lanes,
    processes: async (work) => {
      const before = size()
      await work()
      return size() - before
    },
    close: () => service.stop(),
  }
}

const timesOf = async (times: number, work: () => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  return taken
}

interface Read {
  readonly what: string
  readonly path: string
  readonly processes: number
  /** Milliseconds; null: only its processes are limited. */
  readonly p95: number | null
}

const READS: readonly Read[] = [
  { what: 'git facts', path: '', processes: 3, p95: 150 },
  { what: 'changes without hunks', path: '/changes', processes: 3, p95: 150 },
  { what: 'one file with hunks', path: `/changes?path=${nameOf(7)}`, processes: 2, p95: 60 },
  { what: `${CHANGED} files with hunks`, path: '/changes?full=1', processes: 3, p95: 500 },
  { what: 'log', path: '/log', processes: 1, p95: null },
  { what: 'a file at a revision', path: `/file?path=${nameOf(7)}&rev=HEAD`, processes: 1, p95: null },
  { what: 'tree-all', path: '/tree-all', processes: 2, p95: null },
]

const read = ({ service, lanes }: Laned, path: string, lane = 0): Promise<object> =>
  getJson(service, `/api/lanes/${lanes[lane]}/git${path}`)

/** Stages or unstages the first hunk of a file. */
const hunk = async (laned: Laned, action: 'stage-hunk' | 'unstage-hunk'): Promise<() => Promise<unknown>> => {
  const { files } = (await read(laned, `/changes?path=${nameOf(7)}`)) as Changes
  const body = { path: nameOf(7), hunk: files[0]?.hunks[0]?.header }
  return () => postJson(laned.service, `/api/lanes/${laned.lanes[0]}/git/${action}`, body)
}

const times = async (bench: Bench, laned: Laned, counted: Laned): Promise<readonly Row[]> => {
  const rounds = bench.quick ? 5 : 60
  const files = filesOf(bench)
  const rows: Row[] = []
  for (const { what, path, processes, p95 } of READS) {
    await read(laned, path)
    const taken = await timesOf(rounds, () => read(laned, path))
    if (p95 !== null) rows.push(limitRow(`${what}, ${files} files, p95`, quantile(taken, 0.95), p95, 'ms'))
    const started = await counted.processes(() => read(counted, path))
    rows.push(limitRow(`${p95 === null ? what : ' '} processes`, started, processes, 'processes', 0))
  }
  const twenty = () => Promise.all(Array.from({ length: 20 }, () => read(counted, '')))
  rows.push(
    limitRow('20 concurrent calls for the facts, processes', await counted.processes(twenty), 3, 'processes', 0),
  )
  const [stage, unstage] = [await hunk(laned, 'stage-hunk'), await hunk(laned, 'unstage-hunk')]
  const taken: number[] = []
  for (let n = 0; n < rounds; n++) {
    taken.push(...(await timesOf(1, stage)))
    await unstage()
  }
  const started = await counted.processes(await hunk(counted, 'stage-hunk'))
  return [
    ...rows,
    limitRow('stage one hunk, p95', quantile(taken, 0.95), 120, 'ms'),
    limitRow('  processes', started, 4, 'processes', 0),
  ]
}

/** Polls all reads while an agent commits, and counts its failures; then while nobody does, and counts locks of the index. */
const beside = async (bench: Bench, laned: Laned): Promise<readonly Row[]> => {
  const { path, write } = laned.repository
  const seconds = bench.quick ? 5 : 60
  let isDone = false
  const polls = Array.from({ length: 3 }, async (_, poll) => {
    let count = 0
    for (let n = poll; !isDone; n++) {
      // A file that was just committed has no changes.
      await read(laned, READS[n % READS.length]?.path ?? '').catch(() => undefined)
      count++
    }
    return count
  })
  const [endsAt, git] = [Date.now() + seconds * 1000, promisify(execFile)]
  let [commits, failures] = [0, 0]
  while (Date.now() < endsAt) {
    write(nameOf(commits % CHANGED), `commit ${commits}\n`)
    const config = ['-C', path, '-c', 'user.name=Ada', '-c', 'user.email=a@b.c']
    await git('git', [...config, 'commit', '--quiet', '--all', '-m', `commit ${commits}`]).catch(() => failures++)
    commits++
  }
  let locks = 0
  const watcher = watch(join(path, '.git'), (_, name) => {
    if (name === 'index.lock') locks++
  })
  await setTimeout(Math.min(10, seconds) * 1000)
  watcher.close()
  isDone = true
  const reads = (await Promise.all(polls)).reduce((sum, count) => sum + count, 0)
  return [
    limitRow(`failed commits of ${commits}, beside ${reads} reads in ${seconds} s`, failures, 0, 'commits', 0),
    limitRow('index.lock seen while only reads run', locks, 0, 'times', 0),
  ]
}

/** Compares hooks with and without a dashboard that polls ten lanes every two seconds. */
const hooks = async (bench: Bench, laned: Laned): Promise<Row> => {
  const rates: Record<'without' | 'polled', number[]> = { without: [], polled: [] }
  const load = async (seed: number): Promise<number> => {
    const { url } = laned.service
    const count = bench.quick ? 4000 : 24_000
    const plan: LoadPlan = { url, connections: 8, hooks: count, sessions: 400, seed, warmUp: 1000 }
    return (await runScript<LoadResult>('load.ts', JSON.stringify(plan))).perSecond
  }
  for (let round = 0; round < (bench.quick ? 1 : ROUNDS_OF_HOOKS); round++) {
    rates.without.push(await load(2 * round + 1))
    const poll = setInterval(() => {
      for (let lane = 0; lane < 10; lane++) read(laned, '', lane).catch(() => undefined)
    }, 2000)
    rates.polled.push(await load(2 * round + 2))
    clearInterval(poll)
  }
  const measured = `${median(rates.polled).toFixed(0)}/s of ${median(rates.without).toFixed(0)}/s`
  // The machine gets faster and slower, but rarely between the two loads of a round.
  const ratio = median(rates.polled.map((polled, round) => polled / (rates.without[round] ?? Number.NaN)))
  return ratioRow('hooks while the facts of 10 lanes are polled every 2 s', measured, ratio, { min: 0.9 })
}

/** Measures git in lanes, in a large repository. */
export const gitRows: Measurement = {
  name: 'git',
  rows: async (bench) => {
    const repository = fill(bench)
    const counted = await startLaned(bench, repository, true)
    const laned = await startLaned(bench, repository, false)
    try {
      return [...(await times(bench, laned, counted)), await hooks(bench, laned), ...(await beside(bench, laned))]
    } finally {
      await counted.close()
      await laned.close()
    }
  },
}
