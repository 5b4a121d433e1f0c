import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Visibility } from '../../../../src/domain/access/visibility.js'
import { everyone } from '../../../../src/http/live/audience.js'
import { Connection } from '../../../../src/http/live/connection.js'
import { StreamFeed, type StreamItem } from '../../../../src/http/live/stream-feed.js'
import { until } from '../../../support/agents/until.js'

const anybody = { scope: 'everything' } as Visibility
const CHUNK = 64 * 1024
const KEPT = 8 * 1024 * 1024

let server: Server
let sockets: WebSocketServer
let client: WebSocket
let raw: Duplex
let connection: Connection
const received: (StreamItem<string> | { kind: 'resync' })[] = []

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

const CHUNKS = 120
/** Writes the output of a job while the client does not read. */
const writeUnread = (): void => {
  const feed = new StreamFeed<string>({ kept: KEPT, chunk: CHUNK, ended: 1 })
  feed.open('job', everyone)
  const { isReady, onceReady } = connection
  feed.follow('job', anybody, { isReady, onceReady, send: (item) => connection.send(JSON.stringify(item)) })
  client.pause()
  for (let n = 1; n <= CHUNKS; n += 1) feed.append('job', `${n}:`.padEnd(CHUNK, '.'))
  feed.close('job', 'done')
}
const all = [...Array.from({ length: CHUNKS }, (_, n) => `chunk ${n + 1}`), `end ${CHUNKS + 1}`]
const streamed = (): string[] =>
  received.flatMap((item) => (item.kind === 'resync' ? [] : [`${item.kind} ${item.seq}`]))

describe('a client that does not read a stream', () => {
  it('gets every chunk in order once it reads, and the service buffers little for it', async () => {
    writeUnread()
    expect(raw.writableLength).toBeLessThan(2 * 1024 * 1024)
    expect(connection.isReady()).toBe(false)
    client.resume()
    await until('the end of the job', () => streamed().length >= all.length)
    expect(streamed()).toEqual(all)
  })

  it('misses state messages, but no chunk', async () => {
    writeUnread()
    connection.send(JSON.stringify({ kind: 'state' }))
    client.resume()
    await until('the end of the job', () => streamed().length >= all.length)
    expect(streamed()).toEqual(all)
    expect(received.filter(({ kind }) => kind === 'resync')).toHaveLength(1)
  })
})
