import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import { arrivalOf } from './access/arrival.js'
import type { Admit, Arrival } from './access/admit.js'
import { refuseUnread } from './body.js'

/** A request of an agent that is passed on to a proxy. */
interface Relayed {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Where it goes. */
  readonly url: string
  /** All headers that the proxy gets. */
  readonly headers: Readonly<Record<string, string>>
}

/** How a passed on request ended. */
interface RelayOutcome {
  /** The status of the proxy; null if it did not answer, or its answer was not passed on. */
  readonly status: number | null
  /** Why nothing was answered. Null if an answer was passed on, or the client has left. */
  readonly refused: 'too-big' | 'upstream' | null
  readonly message: string
  /** Bytes of the answer that were passed on. */
  readonly bytes: number
}

/** Passes requests of agents on to proxies, streamed in both directions. Nothing of them is kept. */
export interface Relay {
  readonly pass: (request: Relayed) => Promise<RelayOutcome>
}

/** What an agent may ask of a proxy (supplement-server 25.6). */
const PATHS = new Map([
  ['v1/messages', 'POST'],
  ['v1/messages/count_tokens', 'POST'],
  ['v1/responses', 'POST'],
  ['v1/chat/completions', 'POST'],
  ['v1/models', 'GET'],
])
/** Requests of one lane at the same time. */
const MOST_AT_ONCE = 8

export interface RelayOptions {
  readonly admit: Admit
  /** Returns where the requests of a live run for a proxy go; undefined if the run does not use it. */
  readonly routeOf: (
    run: string,
    name: string,
  ) => { readonly lane: number; readonly baseUrl: string; readonly key: string | null } | undefined
  readonly relay: Relay
  /** Called for each request that was passed on. */
  readonly onRelayed: (name: string, isFailure: boolean, bytes: number) => void
}

const absent = () => reject('ENOTFOUND', 'not found')

/**
 * Returns the handler of `/api/ai/<name>/…`: it passes requests of agents on to the proxy of their run, with a key that they never
 * get (supplement-server 25.5). It is not part of the contract, because the requests and answers belong to the vendors.
 */
export const relayHandler = ({ admit, routeOf, relay, onRelayed }: RelayOptions) => {
  const open = new Map<number, number>()

  const planned = (c: Context<{ Bindings: HttpBindings }>) => {
    const caller = admit('relay:use', shownByKey(arrivalOf(c)))
    if (isRejection(caller)) return caller
    const [, name = '', path = ''] = /^\/api\/ai\/([^/]+)\/(.+)$/.exec(c.req.path) ?? []
    const { kind, run } = caller.principal
    const route = kind === 'pane' && run !== undefined ? routeOf(run, name) : undefined
    if (route === undefined || PATHS.get(path) !== c.req.method) return absent()
    if ((open.get(route.lane) ?? 0) >= MOST_AT_ONCE)
      return reject('ETOOMANY', `at most ${MOST_AT_ONCE} requests of a lane at the same time`)
    return { ...route, name, url: `${route.baseUrl}/${path}${new URL(c.req.url).search}` }
  }

  return async (c: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const plan = planned(c)
    if (isRejection(plan)) return refuseUnread(c, plan)
    const { incoming, outgoing } = c.env
    const headers = upstreamHeaders(incoming.headers, plan.key)
    open.set(plan.lane, (open.get(plan.lane) ?? 0) + 1)
    try {
      const { refused, message, status, bytes } = await relay.pass({ incoming, outgoing, url: plan.url, headers })
      onRelayed(plan.name, status === null || status >= 400, bytes)
      return refused === null ? RESPONSE_ALREADY_SENT : await refuseUnread(c, REFUSED[refused](message))
    } finally {
      const left = (open.get(plan.lane) ?? 1) - 1
      if (left === 0) open.delete(plan.lane)
      else open.set(plan.lane, left)
    }
  }
}

/** Tools may send the token of their pane as the key of the vendor. */
const shownByKey = (arrival: Arrival): Arrival => ({
  ...arrival,
  header: (name) => arrival.header(name) ?? (name === 'x-svc-pane-token' ? arrival.header('x-api-key') : undefined),
})

const REFUSED: Readonly<Record<'too-big' | 'upstream', (message: string) => Rejection>> = {
  'too-big': (message) => reject('ETOOBIG', message),
  upstream: (message) => reject('EUPSTREAM', `the proxy did not answer: ${message}`),
}

/** Of the connection, of the service, and of who is in between: nothing that the proxy needs. */
const NOT_PASSED = new Set([
  'authorization',
  'connection',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-api-key',
  'x-dashboard-token',
  'x-real-ip',
  'x-svc-pane-token',
])

type Sent = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the headers that a proxy gets: those of the tool, and the key. */
const upstreamHeaders = (sent: Sent, key: string | null): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      value === undefined || NOT_PASSED.has(name) || name.startsWith('x-forwarded-')
        ? []
        : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  ),
  ...(key === null ? {} : { authorization: `Bearer ${key}`, 'x-api-key': key }),
})
