import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Arrival } from './admit.js'

export type Request = Context<{ Bindings: HttpBindings }>

/** Returns the request of a route. */
export const arrivalOf = ({ req, env }: Request, isEmbedded = false): Arrival => ({
  method: req.method,
  header: (name) => req.header(name),
  query: (name) => req.query(name),
  remoteAddress: env?.incoming?.socket?.remoteAddress,
  ports: portsOf(env?.incoming?.socket),
  isForwarded: () => isForwarded(env?.incoming?.headers ?? {}),
  isUpgrade: false,
  isEmbedded,
})

/** Returns the request to open a socket. */
export const upgradeOf = (request: IncomingMessage, url: URL): Arrival => ({
  method: 'GET',
  header: (name) => first(request.headers[name]),
  query: (name) => url.searchParams.get(name) ?? undefined,
  remoteAddress: request.socket.remoteAddress,
  ports: portsOf(request.socket),
  isForwarded: () => isForwarded(request.headers),
  isUpgrade: true,
  isEmbedded: false,
})

const portsOf = (socket: Pick<Socket, 'remotePort' | 'localPort'> | undefined): Arrival['ports'] => {
  const { remotePort: client, localPort: service } = socket ?? {}
  return client === undefined || service === undefined ? undefined : { client, service }
}

const FORWARDING = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/

/** Whether a proxy passed a request on, as far as it says so. */
const isForwarded = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]
