import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import type { Arrival } from './admit.js'

export type Request = Context<{ Bindings: HttpBindings }>

/** Returns the request of a route. */
export const arrivalOf = ({ req, env }: Request, isEmbedded = false): Arrival => ({
  method: req.method,
  header: (name) => req.header(name),
  query: (name) => req.query(name),
  remoteAddress: env?.incoming?.socket?.remoteAddress,
  isUpgrade: false,
  isEmbedded,
})

/** Returns the request to open a socket. */
export const upgradeOf = (request: IncomingMessage, url: URL): Arrival => ({
  method: 'GET',
  header: (name) => first(request.headers[name]),
  query: (name) => url.searchParams.get(name) ?? undefined,
  remoteAddress: request.socket.remoteAddress,
  isUpgrade: true,
  isEmbedded: false,
})

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]
