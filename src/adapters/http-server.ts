import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

/** The address is taken, or may not be used: one line that names it. */
export class CannotListen extends Error {}

export interface HttpServer {
  readonly port: number
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

export const listen = async (
  { app, admit, upgrade }: Front,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<HttpServer> => {
  const serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0])
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      const refused = admit(request)
      if (refused === null) return void serve(request, response)
      response.writeHead(refused.status, { 'content-type': 'application/json' }).end(refused.body)
    },
  )
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
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
