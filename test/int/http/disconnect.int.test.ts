import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Exit, Layer, Scope } from 'effect'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../../src/adapters/http-server/server.js'
import { run } from '../../../src/adapters/process/run.js'
import { commit } from '../../../src/commands/kernel/commit.js'
import type { Machine } from '../../../src/commands/ports/machine.js'
import { callerFor } from '../../../src/domain/access/caller.js'
import { localPrincipal } from '../../../src/domain/access/visibility.js'
import { Schema } from '../../../src/domain/schema.js'
import { sessionStream } from '../../../src/events/streams.js'
import { endpoint } from '../../../src/http/contract/endpoint.js'
import { mount } from '../../../src/http/mount.js'
import { refuseAtFront, refuseUnreadable } from '../../../src/http/rejection.js'
import type { RowFinders } from '../../../src/http/rows.js'
import { openRuntime } from '../../../src/wiring/runtime.js'
import { until } from '../../support/agents/until.js'
import { hookOf } from '../../support/alerts/watched.js'
import { type Kernel, openKernel } from '../../support/kernel/kernel.js'
import { isAlive } from '../../support/process/is-alive.js'

const route = endpoint({
  summary: 'works on the machine',
  tag: 'system',
  access: 'lane:write',
  answers: { 200: Schema.Struct({}) },
})
const contract = { 'POST /work': route }

let scope: Scope.CloseableScope
let folder: string
let served: number[]
let defects: unknown[]
let hungUp: AbortSignal
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-disconnect-'))
  scope = await Effect.runPromise(Scope.make())
  served = []
  defects = []
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
  expect(defects).toEqual([])
})
const close = () => Effect.runPromise(Scope.close(scope, Exit.void))

/** Serves one route with an Effect over a real socket. Returns a function that sends the request and one that hangs up. */
const serve = async (work: Effect.Effect<unknown>) => {
  const runtime = await Effect.runPromise(
    Scope.extend(openRuntime(Layer.empty as unknown as Layer.Layer<Machine>, new AbortController().signal), scope),
  )
  const app = new Hono<{ Bindings: HttpBindings }>()
  const reply = Effect.as(work, { status: 200, json: {} } as const)
  mount(
    app,
    contract,
    { 'POST /work': () => reply },
    {
      admit: (permission) => callerFor(localPrincipal, permission, 'http'),
      ready: () => true,
      rows: {} as RowFinders,
      checkAnswers: false,
      run: (effect, signal) => {
        hungUp = signal
        return runtime.run(effect, signal)
      },
      onDefect: (error) => void defects.push(error),
      onServed: (_route, status) => void served.push(status),
      monotonic: () => 0,
    },
  )
  const server = await listen({ host: '127.0.0.1', port: 0 })
  await Effect.runPromise(Scope.addFinalizer(scope, Effect.promise(server.close)))
  server.serve({
    app,
    admit: refuseAtFront([]),
    unreadable: refuseUnreadable,
    upgrade: (_request, socket) => socket.destroy(),
  })
  const sent = request({ host: '127.0.0.1', port: server.port, path: '/work', method: 'POST' })
  sent.on('error', () => undefined).end()
  return { hangUp: () => sent.destroy() }
}

const answered = () => until('the end of the request', () => served.length > 0)

describe('a client that disconnects', () => {
  it('terminates the program that its request runs, with its child processes', async () => {
    const file = join(folder, 'pid')
    const script = `sleep 600 & echo "$$ $!" > ${file}.tmp && mv ${file}.tmp ${file}; wait`
    const env = { PATH: process.env['PATH'] ?? '' }
    const program = run({ program: 'sh', args: ['-c', script], env, timeout: 600_000, maxOutput: 10 })
    const { hangUp } = await serve(Effect.orDie(program))
    const pids = await until('the program', () => existsSync(file) && readFileSync(file, 'utf8').split(' ').map(Number))
    expect(pids.map(isAlive)).toEqual([true, true])
    hangUp()
    await answered()
    expect(served).toEqual([499])
    expect(pids.map(isAlive)).toEqual([false, false])
  })

  it('does not interrupt a started commit, but cancels what follows it', async () => {
    const kernel: Kernel = openKernel()
    let [submitted, ranOn] = [false, false]
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const committer: Pick<Kernel['committer'], 'submit'> = {
      submit: async (unit, options) => {
        submitted = true
        await gate
        return kernel.committer.submit(unit, options)
      },
    }
    const unit = commit(committer, (tx) => {
      tx.append(sessionStream('s'), hookOf('Stop', {}, 0))
    })
    const after = Effect.zipRight(
      Effect.yieldNow(),
      Effect.sync(() => (ranOn = true)),
    )
    const { hangUp } = await serve(Effect.orDie(Effect.zipRight(unit, after)))
    await until('the commit', () => submitted)
    hangUp()
    await until('the interruption', () => hungUp.aborted)
    // Without the pending commit, the request would end within this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(served).toEqual([])
    letGo()
    await answered()
    expect(kernel.connection.prepare('select count(*) as n from log').get()).toEqual({ n: 1 })
    expect([served, ranOn]).toEqual([[499], false])
    await kernel.close()
  })
})

describe('a service that stops', () => {
  it('interrupts requests that are still running when its server closes', async () => {
    let interrupted = false
    let started = false
    const forever = Effect.zipRight(
      Effect.sync(() => (started = true)),
      Effect.never,
    )
    const { hangUp } = await serve(Effect.onInterrupt(forever, () => Effect.sync(() => (interrupted = true))))
    await until('the request', () => started)
    const stopped = close()
    hangUp()
    await stopped
    expect(interrupted).toBe(true)
  })
})
