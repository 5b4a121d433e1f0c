import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import * as Effect from 'effect/Effect'
import { systemClock } from '../adapters/clock.js'
import { inForeground } from '../adapters/process/foreground.js'
import { readConfig } from '../config.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { painter, print, printJson, say } from './output.js'
import { tableLines } from './reports/table.js'
import { type Ask, askService } from './service.js'

interface LockOptions {
  readonly holder?: string
  /** Seconds to wait; true means without limit. */
  readonly wait?: string | true
}

export const lockCommands = (): readonly Command[] => [
  new Command('lock')
    .description('run a command while holding a named lock that all lanes share')
    .argument('<name>', 'the name of the lock')
    .argument('<command...>', 'the command and its arguments, after --')
    .option('--holder <name>', 'who holds the lock (default: this process)')
    .option('--wait [seconds]', 'wait until the lock is free; without this, fail if it is not')
    .addHelpText('after', EXAMPLES)
    .action(lock),
  new Command('locks')
    .description('list the named locks that are held')
    .option('--json', 'print the locks as JSON')
    .action(list),
]

const EXAMPLES = `
The exit code is that of the command; 1 if the lock is held.

Examples:
  switchyard lock db:migrate -- npm run migrate
  switchyard lock staging --wait=600 -- ./deploy.sh`

/** What shells add to the number of the signal that ended a program. */
const SIGNALLED = 128

interface Stop {
  readonly exitCode: number | undefined
}

const POLL_MS = 1000

const lock = async (name: string, [program = '', ...args]: string[], { holder, wait }: LockOptions): Promise<void> => {
  const ask = askService(readConfig())
  const body = { holder: holder ?? `process ${process.pid} ${randomUUID().slice(0, 8)}` }
  const stop = stopSignal()
  if (!(await acquired(ask, name, body, secondsOf(wait), stop))) {
    process.exitCode = stop.exitCode
    return
  }
  try {
    process.exitCode = stop.exitCode ?? (await Effect.runPromise(inForeground(program, args)))
  } finally {
    await ask('POST /api/locks/:name/release', { name }, {}, body).catch((error: unknown) =>
      say(`the lock ${name} could not be released: ${(error as Error).message}`),
    )
  }
}

/** Returns the first signal that asks this process to stop, from now on, which no longer ends it: the lock is released first. */
const stopSignal = (): Stop => {
  const stop: { exitCode: number | undefined } = { exitCode: undefined }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (stop.exitCode ??= SIGNALLED + constants.signals[signal]))
  return stop
}

const secondsOf = (wait: LockOptions['wait']): number => {
  if (wait === undefined) return 0
  if (wait === true) return Infinity
  const seconds = Number(wait)
  if (!/^\d+$/.test(wait)) throw new Failure(`--wait is "${wait}": must be a whole number of seconds`, USAGE)
  return seconds
}

/** Acquires the lock. Returns false if a signal came while it was held by another one. */
const acquired = async (
  ask: Ask,
  name: string,
  body: { readonly holder: string },
  seconds: number,
  stop: Stop,
): Promise<boolean> => {
  const { monotonic } = systemClock()
  const until = monotonic() + seconds
  for (;;) {
    const answer = await ask('POST /api/locks/:name/acquire', { name }, {}, body)
    if (answer.acquired) return true
    if (stop.exitCode !== undefined) return false
    const left = until - monotonic()
    if (left <= 0) throw new Failure(`${answer.holder} has held the lock ${name} for ${answer.ageSec} s`)
    await sleep(Math.min(POLL_MS, left * 1000))
  }
}

/** A lock of the caller: only those of another account have no holder. */
type Held = Extract<RouteAnswer<'GET /api/locks'>['locks'][number], { readonly holder: string }>

const list = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const config = readConfig()
  const { locks } = await askService(config)('GET /api/locks', {})
  if (json) return printJson({ locks })
  if (locks.length === 0) return say('no locks are held')
  const columns = [
    { title: 'Lock', least: 12 },
    { title: 'Holder', least: 12 },
    { title: 'Held for', align: 'right' as const },
  ]
  const own = locks.filter((lock): lock is Held => 'holder' in lock)
  const rows = own.map(({ name, holder, ageSec }) => [name, holder, `${ageSec} s`])
  const width = process.stdout.isTTY ? process.stdout.columns : null
  for (const line of tableLines({ columns, rows }, width, painter(config))) print(line)
  return undefined
}
