import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Visibility } from '../../../../src/domain/access/visibility.js'
import { everyone } from '../../../../src/http/live/audience.js'
import { Connection } from '../../../../src/http/live/connection.js'
import type { Unnumbered } from '../../../../src/http/live/replay.js'
import { StreamFeed } from '../../../../src/http/live/stream-feed.js'
import { until } from '../../../support/agents/until.js'

const anybody = { scope: 'everything' } as Visibility
const CHUNK = 64 * 1024
const KEPT = 8 * 1024 * 1024

let server: Server
let sockets: WebSocketServer
let client: WebSocket
let raw: Duplex
let connection: Connection
const received: { kind: string; n?: number }[] = []

beforeEach(async () => {
  received.length = 0
  sockets = new WebSocketServer({ noServer: true })
  const events = { pong: () => 'pong', caughtUp: () => JSON.stringify({ kind: 'resync' }), closed: () => undefined }
  server = createServer().on('upgrade', (request, socket, head) => {
    raw = socket
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      connection = new Connection(accepted, socket, events)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as never))
  await once(client, 'open')
})
afterEach(() => {
  client.terminate()
  sockets.close()
  server.close()
})

const CHUNKS = 100
/** Writes the output of a job while the client does not read. */
const writeUnread = (): void => {
  const feed = new StreamFeed(() => 0, { kept: KEPT, patience: 1, rate: 1 })
  feed.open('job', everyone)
  const { isReady, onceReady } = connection
  feed.join(
    { visibility: anybody, rights: anybody, isAdmin: false },
    { isReady, onceReady, send: (message) => connection.send(message) },
  )
  client.pause()
  for (let n = 1; n <= CHUNKS; n += 1)
    feed.append('job', JSON.stringify({ kind: 'chunk', n, text: ''.padEnd(CHUNK, '.') }) as Unnumbered)
  feed.close('job')
}
const all = Array.from({ length: CHUNKS }, (_, n) => n + 1)
const streamed = (): number[] => received.flatMap(({ kind, n }) => (kind === 'chunk' && n !== undefined ? [n] : []))

describe('a client that does not read a stream', () => {
  it('gets every message in order once it reads, and the service buffers little for it', async () => {
    writeUnread()
    expect(raw.writableLength).toBeLessThan(1024 * 1024)
    expect(connection.isReady()).toBe(false)
    client.resume()
    await until('the end of the job', () => streamed().length >= all.length)
    expect(streamed()).toEqual(all)
  })

  it('still gets messages about rows', async () => {
    writeUnread()
    connection.send(JSON.stringify({ kind: 'state' }))
    client.resume()
    await until('the end of the job', () => streamed().length >= all.length)
    expect(streamed()).toEqual(all)
    expect(received.filter(({ kind }) => kind !== 'chunk')).toEqual([{ kind: 'state' }])
  })
})
