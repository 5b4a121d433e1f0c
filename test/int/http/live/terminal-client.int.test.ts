import { SocketRights } from '../../../../src/http/live/rights.js'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as Effect from 'effect/Effect'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { laneStream } from '../../../../src/events/streams.js'
import type { New } from '../../../../src/events/envelope.js'
import { admission } from '../../../../src/http/access/admit.js'
import { TerminalSocket, type TerminalParts } from '../../../../src/http/live/terminal.js'
import { Watchers } from '../../../../src/http/live/watchers.js'
import { upgradeHandler } from '../../../../src/http/live/upgrade.js'
import { until } from '../../../support/agents/until.js'
import { type Kernel, openInMemory } from '../../../support/kernel/kernel.js'
import { USER } from '../../../support/kernel/authors.js'
import { adoptedLane } from '../../../support/domain/adopted-lane.js'

const KB = 1024
const adopted = (lane: number): New<'lane-created'> => ({
  type: 'lane-created',
  data: adoptedLane(lane, '/home/ada'),
  occurredAt: 1_780_000_000_000,
  ...USER,
})

let server: Server
let terminals: TerminalSocket
let socket: WebSocket
let kernel: Kernel
beforeAll(async () => {
  kernel = openInMemory()
  await kernel.committer.submit((tx) => void tx.append(laneStream('1'), adopted(1)))
})
afterAll(() => kernel.close())
afterEach(() => {
  socket.terminate()
  terminals.close()
  server.close()
})

/** A paste ends when this does. */
let pasted: Promise<unknown> = Promise.resolve()
/** Opens a terminal of an invented pane. */
const open = async (stallMs: number) => {
  const calls: string[] = []
  let print: (bytes: Uint8Array) => void = () => undefined
  const view = ((_place, _view, _visibility, onOutput) => {
    print = onOutput
    const note = (call: string) => (): void => void calls.push(call)
    const type = (bytes: Uint8Array): void => void calls.push(`type ${Buffer.from(bytes).toString()}`)
    const viewer = {
      type,
      newest: note('newest'),
      resize: note('resize'),
      pause: note('pause'),
      resume: note('resume'),
    }
    const paste = (text: string) =>
      Effect.promise(async () => {
        await pasted
        calls.push(`paste ${text}`)
        return true
      })
    const made = { run: 'run_1', viewer: { ...viewer, paste, closed: Effect.never }, ended: Effect.never }
    return Effect.acquireRelease(Effect.succeed(made), () => Effect.sync(note('detach')))
  }) as TerminalParts['view']
  const run = ((effect: Effect.Effect<never>, signal: AbortSignal) =>
    Effect.runPromiseExit(effect, { signal })) as unknown as TerminalParts['run']
  terminals = new TerminalSocket({
    db: kernel.projector.db,
    view,
    run,
    complain: (line) => calls.push(line),
    attached: () => Effect.void,
    watchers: new Watchers(() => undefined),
    now: () => 0,
    stallMs,
  })
  const access = { allowedHosts: [], token: 'secret' }
  server = createServer().on(
    'upgrade',
    upgradeHandler(
      new Map([
        [
          '/ws/terminal',
          { permission: 'terminal:open', accept: terminals.accept, rights: new SocketRights(() => undefined, 32) },
        ],
      ]),
      {
        ...access,
        admit: admission(access),
      },
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/terminal?lane=1`
  socket = new WebSocket(`${url}&token=secret`)
  await once(socket, 'message')
  return { calls, url, print: (bytes: number) => print(Buffer.alloc(bytes)) }
}

describe('the client of a terminal', () => {
  it('is sent no more than 512 KB that it has not acknowledged, and more when it has', async () => {
    const { calls, print } = await open(60_000)
    for (let n = 0; n < 8; n += 1) print(64 * KB)
    expect(calls).toEqual([])
    print(1)
    expect(calls).toEqual(['pause'])
    socket.send(JSON.stringify({ type: 'ack', bytes: 512 * KB }))
    await until('the resume', () => calls.includes('resume'))
  })

  it('types a key of several bytes whole that arrives in parts, and shows the newest lines when it asks', async () => {
    const { calls } = await open(60_000)
    const parts = [[0x61, 0x1b], [0x5b], [0x41], [0xc3], [0xa9], [0xe2, 0x82], [0xac]]
    for (const part of parts) socket.send(Buffer.from(part))
    socket.send('{"type":"newest"}')
    socket.send(Buffer.from([0x1b]))
    await until('the keys', () => calls.length === 6)
    expect(calls).toEqual(['type a', 'type \u001b[A', 'type é', 'type €', 'newest', 'type \u001b'])
  })

  it('types what it sends during a paste after it', async () => {
    const { calls } = await open(60_000)
    let end: (value?: unknown) => void = () => undefined
    pasted = new Promise((resolve) => (end = resolve))
    socket.send(Buffer.from('a'))
    socket.send(JSON.stringify({ type: 'paste', text: 'x\ny' }))
    socket.send(Buffer.from('b'))
    socket.send(JSON.stringify({ type: 'newest' }))
    await until('the requests', () => calls.includes('newest'))
    end()
    await until('the last key', () => calls.includes('type b'))
    expect(calls.filter((call) => /^(type|paste)/.test(call))).toEqual(['type a', 'paste x\ny', 'type b'])
  })

  it('is disconnected with 4408 when it acknowledges nothing, and its viewer detached', async () => {
    const { calls, print } = await open(10)
    print(600 * KB)
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(4408)
    await until('the end of the viewer', () => calls.includes('detach'))
  })

  it('is disconnected with 1001 when the service stops, and its viewer detached', async () => {
    const { calls } = await open(60_000)
    terminals.close()
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1001)
    await until('the end of the viewer', () => calls.includes('detach'))
  })

  it('is disconnected when it sends too much at once', async () => {
    const { calls } = await open(60_000)
    socket.send(Buffer.alloc(2 * KB * KB))
    const [code] = (await once(socket, 'close')) as [number]
    expect([code, calls.includes('type')]).toEqual([1009, false])
  })

  it('is refused without the token before anything is opened', async () => {
    const { calls, url } = await open(60_000)
    const other = new WebSocket(url)
    const [error] = (await once(other, 'error')) as [Error]
    expect([error.message, calls]).toEqual(['Unexpected server response: 401', []])
  })
})
