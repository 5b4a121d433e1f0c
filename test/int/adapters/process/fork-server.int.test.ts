import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Effect, Fiber } from 'effect'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../../src/adapters/clock.js'
import { type ForkServer, openForkServer } from '../../../../src/adapters/process/fork-server/open.js'
import type { Command } from '../../../../src/adapters/process/run.js'
import { until } from '../../../support/agents/until.js'
import { isAlive } from '../../../support/process/is-alive.js'
import { kill } from '../../../support/process/kill.js'
import { pidIn as pidInFile } from '../../../support/process/pid-in.js'

let folder: string
let server: ForkServer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-fork-server-'))
  server = openForkServer(systemClock())
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const sh = (script: string): Command => ({
  program: 'sh',
  args: ['-c', script],
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
  cwd: folder,
  timeout: 60_000,
  maxOutput: 1_000_000,
})
const parentOf = async ({ run }: ForkServer): Promise<number> =>
  Number((await Effect.runPromise(run(sh('echo $PPID')))).output)
/** Returns the process id of a server that has started. */
const startedServer = (of = server): Promise<number> =>
  until('the fork server', async () => {
    const parent = await parentOf(of)
    return parent !== process.pid && parent
  })
const pidIn = (name: string): Promise<number> => pidInFile(join(folder, name))
const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)

it('runs the first command in this process, and later ones when it has started', async () => {
  expect(await parentOf(server)).toBe(process.pid)
  expect(await startedServer()).toBe(await startedServer())
})

it('runs commands at the same time, with large output', async () => {
  await startedServer()
  const outputs = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      Effect.runPromise(server.run(sh(`head -c 400000 /dev/zero | tr '\\0' ${n % 10}`))),
    ),
  )
  expect(outputs.map(({ output }) => [output.length, output.toString('utf8', 399_999)])).toEqual(
    Array.from({ length: 20 }, (_, n) => [400_000, String(n % 10)]),
  )
})

it('loses no command when it is killed', async () => {
  const pid = await startedServer()
  const waiting = Effect.runPromise(
    server.run(sh('echo x >> started; while [ ! -e go ]; do sleep 0.01; done; echo done')),
  )
  await until('the command', () => existsSync(join(folder, 'started')))
  kill(pid)
  writeFileSync(join(folder, 'go'), '')
  expect((await waiting).output.toString()).toBe('done\n')
  expect(await startedServer()).not.toBe(pid)
})

it('ends with what it runs when it is closed', async () => {
  const pid = await startedServer()
  const fiber = Effect.runFork(server.run(sh('echo $$ > pid; sleep 600')))
  const child = await pidIn('pid')
  await server.close()
  expect((await Effect.runPromise(Fiber.await(fiber)))._tag).toBe('Failure')
  await gone(child)
  await gone(pid)
  expect(await parentOf(server)).toBe(process.pid)
})

it('waits for the end of what it runs when it is closed', async () => {
  await startedServer()
  const slow = "trap 'sleep 0.3; touch ended; exit' TERM; echo $$ > pid; while :; do sleep 0.05; done"
  const fiber = Effect.runFork(server.run(sh(slow)))
  const child = await pidIn('pid')
  await server.close()
  expect([isAlive(child), existsSync(join(folder, 'ended'))]).toEqual([false, true])
  await Effect.runPromise(Fiber.await(fiber))
})

it('ends when its service is killed', async () => {
  const program = join(import.meta.dirname, '../../../support/process/forking.ts')
  const service = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(service.stdout, 'data')) as [Buffer]
  const pid = Number(printed)
  expect(isAlive(pid)).toBe(true)
  service.kill('SIGKILL')
  await gone(pid)
})

it('ends after a while without commands, and starts again', async () => {
  const impatient = openForkServer(systemClock(), { idleMs: 50 })
  try {
    const pid = await startedServer(impatient)
    await gone(pid)
    expect(await startedServer(impatient)).not.toBe(pid)
  } finally {
    await impatient.close()
  }
})

it('is not tried again at once when it cannot start', async () => {
  const program = join(folder, 'broken.js')
  writeFileSync(program, `require('fs').appendFileSync('${join(folder, 'tries')}', 'x'); process.exit(1)`)
  const broken = openForkServer(systemClock(), { program: pathToFileURL(program) })
  try {
    expect(await parentOf(broken)).toBe(process.pid)
    await until('the attempt', () => existsSync(join(folder, 'tries')))
    for (let n = 0; n < 20; n++) expect(await parentOf(broken)).toBe(process.pid)
    expect(readFileSync(join(folder, 'tries'), 'utf8')).toBe('x')
  } finally {
    await broken.close()
  }
})
