/** A model's endpoint that answers at once: with as many bytes as the body of the request says, and as fast. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'

/** What a model streams comes in small pieces, each an event. */
const PIECE = Buffer.alloc(2048, 'data: {"type":"content_block_delta"}\n\n')

interface Wanted {
  readonly bytes: number
  /** Bytes per second; null for as fast as they are taken. */
  readonly pace: number | null
}

async function* pieces({ bytes, pace }: Wanted): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  for (let sent = 0; sent < bytes; sent += PIECE.length) {
    if (pace !== null && (sent / pace) * 1000 > performance.now() - startedAt) await setTimeout(1)
    yield PIECE.subarray(0, Math.min(bytes - sent, PIECE.length))
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await pipeline(Readable.from(pieces(JSON.parse(body) as Wanted)), response).catch(() => undefined)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
