import { createHmac } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../commands/ports/clock.js'
import type { Answered, HttpOutPort, OutgoingRequest } from '../../commands/ports/http-out.js'
import { parsedUrl } from '../../domain/url.js'
import { failureText, FORBIDDEN, forbiddenError, isForbidden, lookupWithin } from './allowed.js'

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 4096

/** Returns a client that posts with a timeout and a size limit on the response. It follows no redirects. */
export const httpOut = (clock: Clock, timeoutMs = TIMEOUT_MS): HttpOutPort => {
  const ask = (request: Sent): Effect.Effect<Answered> =>
    Effect.async<Answered>((resume) => {
      const answer = (answered: Answered): void => resume(Effect.succeed(answered))
      const url = parsedUrl(request.url)
      if (url === null || !/^https?:$/.test(url.protocol)) return answer(NO_ADDRESS)
      // Names are checked in `lookupWithin`, which is not called for literal addresses.
      if (isForbidden(url.hostname, request.reach)) return answer(said(forbiddenError()))
      // Not a timeout of the Effect: a response whose body is late still counts.
      const limit = AbortSignal.timeout(request.timeoutMs ?? timeoutMs)
      const failed = (error: NodeJS.ErrnoException): void => answer(limit.aborted ? TOO_SLOW : said(error))
      try {
        const sent = send(url, request, clock, limit)
        sent
          .on('response', (response) => {
            sent.off('error', failed).on('error', () => undefined)
            read(response, request.mostAnswer ?? MAX_ANSWER, answer)
          })
          .on('error', failed)
          .end(request.body ?? undefined)
        return Effect.sync(() => void sent.destroy())
      } catch (error) {
        return failed(error as NodeJS.ErrnoException)
      }
    })
  return { post: ask, get: (request) => ask({ ...request, body: null, secret: null }) }
}

/** A request; without a body, it only reads. */
type Sent = Omit<OutgoingRequest, 'body'> & { readonly body: OutgoingRequest['body'] | null }

const send = (url: URL, request: Sent, clock: Clock, signal: AbortSignal): ClientRequest => {
  const { body, headers, secret } = request
  const options: RequestOptions = {
    method: body === null ? 'GET' : 'POST',
    // No keep-alive: targets never share a connection.
    agent: false,
    lookup: lookupWithin(request.reach),
    signal,
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      'user-agent': 'switchyard',
      ...headers,
      ...(secret === null || typeof body !== 'string' ? {} : signed(body, secret, clock)),
    },
  }
  return url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
}

const signed = (body: string, secret: string, clock: Clock): Record<string, string> => {
  const at = new Date(clock.now()).toISOString()
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { 'x-webhook-timestamp': at, 'x-webhook-signature': `sha256=${signature}` }
}

/** Reads the response up to the size limit. Once the status has arrived, a slow or broken body is not an error. */
const read = (answer: IncomingMessage, most: number, resolve: (answered: Answered) => void): void => {
  const status = answer.statusCode ?? 0
  let body = Buffer.alloc(0)
  const finish = (): void => {
    resolve({ status, body: body.subarray(0, most).toString('utf8') })
    answer.destroy()
  }
  answer.on('data', (chunk: Buffer) => {
    body = Buffer.concat([body, chunk.subarray(0, most)])
    if (body.length >= most) finish()
  })
  answer.on('end', finish)
  answer.on('error', finish)
  answer.on('close', finish)
}

const NO_ADDRESS: Answered = { error: 'invalid URL', retryable: false }
const TOO_SLOW: Answered = { error: 'timeout', retryable: true }

const said = (error: NodeJS.ErrnoException): Answered => ({
  error: failureText(error),
  retryable: error.code !== FORBIDDEN,
})
