import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failureText, forbiddenError, isForbidden, lookupWithin } from './allowed.js'

/** The limits of supplement-server 25.6. */
const LIMITS = {
  body: 32 * 1024 * 1024,
  firstByteMs: 10 * 60_000,
  silenceMs: 5 * 60_000,
}
type RelayLimits = typeof LIMITS

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

/** What belongs to one connection, and what would set a login of the service's own address. */
const NOT_RETURNED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'set-cookie',
  'set-cookie2',
  'location',
  'refresh',
  'clear-site-data',
  'alt-svc',
])

const returnedHeaders = (answer: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || NOT_RETURNED.has(name) ? [] : [[name, value]],
    ),
  )

class TooBig extends Error {}

/** Passes bytes on, and fails after this many. */
const limited = (most: number): Transform => {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > most) done(new TooBig())
      else done(null, chunk)
    },
  })
}

/** Returns the relay. Connections to proxies are kept open between requests. */
export const httpRelay = (limits: RelayLimits = LIMITS) => {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

  const pass = ({ incoming, outgoing, url: address, headers }: Relayed): Promise<RelayOutcome> =>
    new Promise((resolve) => {
      let [bytes, isSettled] = [0, false]
      const url = new URL(address)
      const settle = (outcome: Omit<RelayOutcome, 'bytes'>): void => {
        if (isSettled) return
        isSettled = true
        clearTimeout(firstByte)
        outgoing.off('close', onLeft)
        resolve({ ...outcome, bytes })
      }
      const failed = (message: string): void => settle({ status: null, refused: 'upstream', message })
      if (isForbidden(url.hostname, 'machine'))
        return resolve({ status: null, refused: 'upstream', message: failureText(forbiddenError()), bytes: 0 })

      const options: RequestOptions = {
        method: incoming.method ?? 'GET',
        headers: { ...headers },
        // Admins choose the proxies.
        lookup: lookupWithin('machine'),
        agent: agents[url.protocol as keyof typeof agents],
      }
      const sent = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
      const firstByte = setTimeout(() => sent.destroy(new Error('timeout')), limits.firstByteMs)
      // The client has left: nobody waits for the answer.
      const onLeft = (): void => {
        sent.destroy()
        settle({ status: null, refused: null, message: 'the client has left' })
      }
      outgoing.once('close', onLeft)

      sent.on('error', (error: NodeJS.ErrnoException) => {
        incoming.unpipe()
        failed(error.message === 'timeout' ? 'it did not answer in time' : failureText(error))
      })
      sent.on('response', (answer) => {
        clearTimeout(firstByte)
        const status = answer.statusCode ?? 502
        if (status >= 300 && status < 400 && status !== 304) {
          sent.destroy()
          return failed(`it redirects (status ${status}), which is not followed`)
        }
        outgoing.writeHead(status, returnedHeaders(answer))
        // The first bytes of a stream must not wait for its first event.
        outgoing.flushHeaders()
        answer.setTimeout(limits.silenceMs, () => answer.destroy(new Error('silence')))
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        pipeline(answer, outgoing).then(
          () => settle({ status, refused: null, message: '' }),
          // The status is out already: the connection ends, so that the client does not take a part for the whole.
          () => {
            outgoing.destroy()
            settle({ status, refused: null, message: 'the answer broke off' })
          },
        )
      })
      // Not a pipeline: that would close the connection of the client, who could not read why.
      const body = limited(limits.body).on('error', () => {
        incoming.unpipe(body)
        sent.destroy()
        settle({ status: null, refused: 'too-big', message: `the body is larger than ${limits.body} bytes` })
      })
      incoming.pipe(body).pipe(sent)
    })

  return {
    pass,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
