import { SocketRights } from '../../../../src/http/live/rights.js'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SocketData } from '../../../../src/http/contract/socket.js'
import { admission } from '../../../../src/http/access/admit.js'
import { everyone } from '../../../../src/http/live/audience.js'
import { LiveSocket, type SocketOptions } from '../../../../src/http/live/socket.js'
import { upgradeHandler } from '../../../../src/http/live/upgrade.js'
import { until } from '../../../support/agents/until.js'
import { type Listener, listenTo } from '../../../support/service/listener.js'

const MEGABYTE = 1024 * 1024

let live: LiveSocket
let server: Server
/** The server-side sockets, in the order the clients connected. */
let ends: Duplex[]
const listeners: Listener[] = []

const open = async (options: Partial<SocketOptions> = {}): Promise<void> => {
  live = new LiveSocket({ now: Date.now, monotonic: () => performance.now() / 1000, ...options })
  const access = { allowedHosts: [], token: null }
  const upgrade = upgradeHandler(
    new Map([
      ['/ws', { permission: 'history:read', accept: live.accept, rights: new SocketRights(() => undefined, 32) }],
    ]),
    {
      ...access,
      admit: admission(access),
    },
  )
  ends = []
  server = createServer().on('upgrade', (request, socket, head) => {
    ends.push(socket)
    upgrade(request, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
const listen = async (autoPong?: boolean): Promise<Listener> => {
  const listener = await listenTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '', autoPong)
  listeners.push(listener)
  return listener
}
/** A client that reads its hello message and then stops reading. */
const stuck = async (): Promise<Listener> => {
  const listener = await listen()
  listener.socket.pause()
  return listener
}
beforeEach(() => open())
afterEach(async () => {
  await Promise.all(listeners.splice(0).map(({ close }) => close()))
  live.close()
  server.close()
})

let told = 0
const progressOf = (length: number): SocketData['import.progress'] => {
  const progress = { importId: String((told += 1)), phase: 'parse', source: 'default', processed: 0, total: 0 } as const
  return { ...progress, bytes_processed: 0, bytes_total: 0, error: null, counters: {}, current: 'x'.repeat(length) }
}
const tell = (length: number, times = 1): void =>
  live.announce(({ send }) => {
    for (let n = 0; n < times; n += 1) send('import.progress', progressOf(length), everyone)
  })
/** Sends messages until `enough` and returns how many. `reader` receives each one before the next one is sent. */
const tellUntil = async (reader: Listener, enough: () => boolean): Promise<number> => {
  let sent = 0
  while (!enough()) {
    const arrived = once(reader.socket, 'message')
    tell(MEGABYTE / 4)
    await arrived
    sent += 1
  }
  return sent
}

describe('a client that does not read', () => {
  it('receives no more messages, does not slow down others, and gets a resync as soon as it reads', async () => {
    const [slow, reader] = [await stuck(), await listen()]
    const sent = await tellUntil(reader, () => (ends[0]?.writableLength ?? 0) > MEGABYTE)
    tell(10)
    await until('the messages of the reader', () => reader.of('import.progress').length === sent + 1)
    expect(reader.messages.map(({ seq }) => seq)).toEqual(
      reader.messages.map((_, i) => (reader.messages[0]?.seq ?? 0) + i),
    )

    slow.socket.resume()
    await until('the resync', () => slow.of('resync').length === 1)
    expect(slow.of('resync')[0]?.data.reason).toBe('slow_client')
    expect(slow.of('import.progress')).toHaveLength(sent)
    tell(10)
    await until('what comes after it', () => slow.of('import.progress').length === sent + 1)
    expect(slow.messages.at(-2)?.type).toBe('resync')
    expect(reader.of('resync')).toEqual([])
  })

  it('is disconnected once 16 MB are pending, while another client receives every message', async () => {
    const [slow, reader] = [await stuck(), await listen()]
    const before = await tellUntil(reader, () => (ends[0]?.writableLength ?? 0) > MEGABYTE)
    const after = await tellUntil(reader, () => live.connections === 1)
    expect([after * (MEGABYTE / 4) > 14 * MEGABYTE, after * (MEGABYTE / 4) < 17 * MEGABYTE]).toEqual([true, true])
    expect(reader.of('import.progress')).toHaveLength(before + after)
    const closed = once(slow.socket, 'close')
    slow.socket.resume()
    await closed
    expect(slow.of('import.progress').length).toBeLessThan(before + 2)
  })

  it('is not confused with one that receives much at once', async () => {
    const reader = await listen()
    tell(MEGABYTE / 4, 12)
    await until('all of it', () => reader.of('import.progress').length === 12)
    expect(reader.of('resync')).toEqual([])
  })

  it('does not prevent the service from stopping', async () => {
    const slow = await stuck()
    const reader = await listen()
    await tellUntil(reader, () => (ends[0]?.writableLength ?? 0) > MEGABYTE)
    live.close()
    const [code] = (await once(reader.socket, 'close')) as [number]
    expect(code).toBe(1001)
    await until('the end of the connection', () => ends[0]?.destroyed === true)
    expect(slow.of('resync')).toEqual([])
  })
})

describe('pings', () => {
  it('are sent at an interval, and disconnect a client that does not answer', async () => {
    live.close()
    server.close()
    await open({ pingMs: 250 })
    const [alive, dead] = [await listen(), await listen(false)]
    let pings = 0
    alive.socket.on('ping', () => (pings += 1))
    await once(dead.socket, 'close')
    await until('more pings', () => pings >= 4)
    expect(live.connections).toBe(1)
  })
})
