import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../support/service/app.js'

const MEGABYTE = 1024 * 1024
const PIECE = Buffer.alloc(MEGABYTE, 'x')

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Writes the whole request before it reads anything, as simple clients do. Returns the response. */
const sendThenRead = async (head: string, piece: Buffer, pieces: number, end = ''): Promise<string> => {
  const { hostname, port } = new URL(app.url)
  const socket: Socket = connect(Number(port), hostname)
  const failed = new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)))
  const sent = (async () => {
    await once(socket, 'connect')
    socket.pause()
    socket.write(head)
    for (let n = 0; n < pieces; n += 1) if (!socket.write(piece)) await once(socket, 'drain')
    socket.write(end)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).resume()
    while (!text.includes('}}')) await once(socket, 'data')
    return text
  })()
  const answer = await Promise.race([sent, failed])
  socket.destroy()
  return answer
}

const HEAD = 'POST /api/hooks HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
const CHUNK = Buffer.concat([Buffer.from(`${MEGABYTE.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])

describe('a client that sends everything before it reads receives the 413 for too large a body', () => {
  it.each([1, 2, 3, 4, 5].flatMap((round) => [48, 64].map((megabytes) => [megabytes, round] as const)))(
    '%i MB with a declared length and in chunks (round %i)',
    async (megabytes) => {
      const declared = `${HEAD}content-length: ${megabytes * MEGABYTE}\r\n\r\n`
      for (const answer of [
        await sendThenRead(declared, PIECE, megabytes),
        await sendThenRead(`${HEAD}transfer-encoding: chunked\r\n\r\n`, CHUNK, megabytes, '0\r\n\r\n'),
      ]) {
        expect(answer).toMatch(/^HTTP\/1\.1 413 /)
        expect(answer).toContain('"ETOOBIG"')
      }
    },
  )

  it('keeps the connection open for the next request', async () => {
    const head = `${HEAD}content-length: ${40 * MEGABYTE}\r\n\r\n`
    const next = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n'
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write(head)
    for (let n = 0; n < 40; n += 1) if (!socket.write(PIECE)) await once(socket, 'drain')
    socket.write(next)
    while (!text.includes('"status":"ok"')) await once(socket, 'data')
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('receives the 404 for a missing row in the same way', async () => {
    const head = `PATCH /api/sessions/none HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${64 * MEGABYTE}\r\n\r\n`
    expect(await sendThenRead(head, PIECE, 64)).toMatch(/^HTTP\/1\.1 404 /)
  })
})
