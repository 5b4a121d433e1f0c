import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../../src/adapters/http-server/server.js'
import { refuseUnreadable } from '../../../../src/http/rejection.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'

const LOOPBACK = '127.0.0.1'

const dial = async (port: number): Promise<Socket> => {
  const socket = connect(port, LOOPBACK)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Reads the response until the server closes the connection. */
const heard = async (socket: Socket): Promise<{ readonly status: number; readonly error: unknown }> => {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString('utf8')
  // The body may be chunked, so extract the JSON.
  const body = /\{.*\}/.exec(answer)?.[0] ?? ''
  return { status: Number(answer.split(' ')[1]), error: (JSON.parse(body) as { error: unknown }).error }
}

describe('an invalid request', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  it.each([
    [
      'headers beyond 16 KB',
      `GET /api/stats HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'ETOOBIG',
    ],
    ['a path beyond 16 KB', `GET /api/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431, 'ETOOBIG'],
    ['a request line of another protocol', 'HELLO THERE\r\n\r\n', 400, 'INVALID_INPUT'],
    ['a header without a name', 'GET /api/stats HTTP/1.1\r\n: nobody\r\n\r\n', 400, 'INVALID_INPUT'],
    ['a body whose length is no number', 'POST /api/hooks HTTP/1.1\r\ncontent-length: x\r\n\r\n', 400, 'INVALID_INPUT'],
    ['no Host', 'GET /api/stats HTTP/1.1\r\nconnection: close\r\n\r\n', 403, 'EBADHOST'],
  ])('with %s is rejected with the error envelope', async (_name, bytes, status, code) => {
    const socket = await dial(Number(new URL(app.url).port))
    socket.write(bytes)
    expect(await heard(socket)).toEqual({ status, error: { code, message: expect.any(String) as string } })
  })

  it('does not affect other requests', async () => {
    expect((await app.send('/api/health')).status).toBe(200)
    expect(app.complaints).toEqual([])
  })
})

describe('a body', () => {
  /** Starts a server that responds with the length of the body. `look` runs its periodic checks. */
  const counting = async () => {
    const looks = new Set<() => void>()
    let received = 0
    const server = await listen({ host: LOOPBACK, port: 0 }, (work) => {
      looks.add(work)
      return () => looks.delete(work)
    })
    server.serve({
      app: {
        fetch: async ({ body }) => {
          for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) received += chunk.length
          return Response.json({ error: received })
        },
      },
      admit: () => null,
      unreadable: refuseUnreadable,
      upgrade: () => undefined,
    })
    const socket = await dial(server.port)
    const send = async (text: string, length: number): Promise<void> => {
      socket.write(text)
      await until('what was sent', () => received === length)
    }
    const look = (): void => looks.forEach((work) => work())
    return { server, socket, send, look, looks }
  }
  const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n'

  it('has no time limit while data arrives', async () => {
    const { server, socket, send, look, looks } = await counting()
    const answer = heard(socket)
    await send(`${HEAD}content-length: 51\r\n\r\nx`, 1)
    for (let length = 2; length <= 51; length += 1) {
      await send('x', length)
      look()
    }
    expect(await answer).toEqual({ status: 200, error: 51 })
    expect(looks.size).toBe(0)
    await server.close()
  })

  it.each([
    ['of a length', 'content-length: 10\r\n\r\nx'],
    ['in chunks', 'transfer-encoding: chunked\r\n\r\n1\r\nx\r\n'],
  ])('%s that stalls is rejected with a timeout error', async (_name, rest) => {
    const { server, socket, send, look, looks } = await counting()
    const answer = heard(socket)
    await send(HEAD + rest, 1)
    look()
    expect(await answer).toEqual({
      status: 408,
      error: { code: 'ETIMEOUT', message: 'the request timed out' },
    })
    await until('nothing to look at', () => looks.size === 0)
    await server.close()
  })
})
