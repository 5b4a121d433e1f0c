import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { endWhenStalled, everyMinute, giveUp, type Refusal, type Repeat } from './broken.js'

/** The address is in use or not permitted. The message is one line that names it. */
class CannotListen extends Error {}

/** A listening server. Requests that arrive before `serve` is called wait for it. */
export interface HttpServer {
  readonly port: number
  readonly serve: (front: Front) => void
  /** Accepts no more connections, waits for running requests, then resolves. */
  readonly close: () => Promise<void>
}

const GRACE_MS = 5000

// Incomplete requests must not hold sockets forever. A body may take as long as data flows: uploads have no size limit.
const HEADERS_TIMEOUT_MS = 10_000

export interface Front {
  readonly app: { readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response> }
  /** Checks a request before anything else does. Returns the refusal, or null to accept it. */
  readonly admit: (request: IncomingMessage) => Refusal | null
  /** The response to an unreadable request, by error code. */
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
  // A request without a Host header is refused like one with a wrong Host, not by Node.
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
      // Requests still waiting for `serve` will never be answered.
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
