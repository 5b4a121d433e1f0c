import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { endWhenStalled, everyMinute, giveUp, type Refusal, type Repeat } from './http-broken.js'

/** The address is taken, or may not be used: one line that names it. */
export class CannotListen extends Error {}

/** An address that is taken. Who asks before anything is served there waits for it. */
export interface HttpServer {
  readonly port: number
  readonly serve: (front: Front) => void
  /** Takes no more connections, lets requests under way finish, then ends. */
  readonly close: () => Promise<void>
}

const GRACE_MS = 5000

// Half-open requests must not hold sockets for ever. A body may take as long as it flows: an upload has no size.
const HEADERS_TIMEOUT_MS = 10_000

export interface Front {
  readonly app: { readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response> }
  /** Looks at a request before anything else does. */
  readonly admit: (request: IncomingMessage) => Refusal | null
  /** What is said to a request that cannot be read, by the code of the error. */
  readonly unreadable: (code: string) => Refusal
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export const listen = async (
  { host, port }: { readonly host: string; readonly port: number },
  repeat: Repeat = everyMinute,
): Promise<HttpServer> => {
  let opened: Opened | null = null
  const waiting: ((opened: Opened) => void)[] = []
  const onceOpen = (work: (opened: Opened) => void): void => {
    if (opened === null) waiting.push(work)
    else work(opened)
  }
  const answering = new WeakMap<Duplex, ServerResponse>()
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    answering.set(request.socket, response)
    onceOpen(({ answer }) => answer(request, response))
  }
  const refuse = (socket: Duplex, code: string): void =>
    onceOpen(({ unreadable }) => giveUp(socket, code, answering.get(socket), unreadable))
  // A request without a Host is refused as one with a wrong Host is.
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: 0, requireHostHeader: false }, take)
  server.on('checkExpectation', take)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, error.code ?? ''))
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    onceOpen(({ upgrade }) => upgrade(request, socket, head))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: ({ app, admit, unreadable, upgrade }) => {
      const serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0])
      const answer: Opened['answer'] = (request, response) => {
        endWhenStalled(request, repeat, (code) => refuse(request.socket, code))
        const refused = admit(request)
        if (refused === null) return void serve(request, response)
        response.writeHead(refused.status, { 'content-type': 'application/json' }).end(refused.body)
      }
      const front = { answer, unreadable, upgrade }
      opened = front
      for (const work of waiting.splice(0)) work(front)
    },
    close: () => {
      // Nobody will ever answer those who wait.
      if (opened === null) server.closeAllConnections()
      return close(server)
    },
  }
}

interface Opened extends Pick<Front, 'unreadable' | 'upgrade'> {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
}

const explain = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  if (error.code === 'EADDRINUSE') {
    return new CannotListen(`port ${port} on ${host} is in use; set DASHBOARD_PORT to another one`)
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CannotListen(`cannot listen on ${host}:${port}: ${error.message} (DASHBOARD_HOST, DASHBOARD_PORT)`)
  }
  return error
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
  })
