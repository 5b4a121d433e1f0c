import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

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

// Half-open requests must not hold sockets for ever.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000

export interface Front {
  readonly app: { readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response> }
  /** Looks at a request before anything else does; a text is the body it is refused with. */
  readonly admit: (request: IncomingMessage) => { readonly status: number; readonly body: string } | null
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

export const listen = async ({ host, port }: { readonly host: string; readonly port: number }): Promise<HttpServer> => {
  let opened: Opened | null = null
  const waiting: ((opened: Opened) => void)[] = []
  const onceOpen = (work: (opened: Opened) => void): void => {
    if (opened === null) waiting.push(work)
    else work(opened)
  }
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => onceOpen(({ answer }) => answer(request, response)),
  )
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
    serve: ({ app, admit, upgrade }) => {
      const serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0])
      const answer: Opened['answer'] = (request, response) => {
        const refused = admit(request)
        if (refused === null) return void serve(request, response)
        response.writeHead(refused.status, { 'content-type': 'application/json' }).end(refused.body)
      }
      const front = { answer, upgrade }
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

interface Opened extends Pick<Front, 'upgrade'> {
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
