import { createHmac } from 'node:crypto'
import { lookup as resolveName } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Clock } from '../../commands/ports/clock.js'
import type { Answered, HttpOut, OutgoingRequest } from '../../commands/ports/http-out.js'
import { parsedUrl } from '../../domain/url.js'
import { isForbidden } from './forbidden.js'

const TIMEOUT_MS = 10_000
const MAX_ANSWER = 4096

const FORBIDDEN = 'EFORBIDDEN'
const forbiddenError = (): NodeJS.ErrnoException => Object.assign(new Error('forbidden'), { code: FORBIDDEN })

/** Resolves the name once and connects to exactly the address that was checked. This prevents DNS rebinding. */
const lookup: NonNullable<RequestOptions['lookup']> = (name, options, done) => {
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '', 0)
    const bad = addresses.length === 0 || addresses.some(({ address }) => isForbidden(address))
    if (bad) return done(forbiddenError(), '', 0)
    if (options.all === true) return done(null, addresses)
    return done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

/** Returns a client that posts with a timeout and a size limit on the response. It follows no redirects. */
export const httpOut = (clock: Clock, timeoutMs = TIMEOUT_MS): HttpOut => ({
  post: (request) =>
    new Promise((resolve) => {
      const url = parsedUrl(request.url)
      if (url === null || !/^https?:$/.test(url.protocol)) return resolve(NO_ADDRESS)
      // Names are checked in `lookup`, which is not called for literal addresses.
      if (isForbidden(url.hostname)) return resolve(said(forbiddenError()))
      const limit = AbortSignal.timeout(timeoutMs)
      const failed = (error: NodeJS.ErrnoException): void =>
        resolve(limit.aborted ? { error: 'timeout', retryable: true } : said(error))
      try {
        const sent = send(url, request, clock, AbortSignal.any([limit, request.signal]))
        sent
          .on('response', (answer) => {
            sent.off('error', failed).on('error', () => undefined)
            read(answer, resolve)
          })
          .on('error', failed)
          .end(request.body)
      } catch (error) {
        failed(error as NodeJS.ErrnoException)
      }
      return undefined
    }),
})

const send = (url: URL, request: OutgoingRequest, clock: Clock, signal: AbortSignal): ClientRequest => {
  const { body, headers, secret } = request
  const options: RequestOptions = {
    method: 'POST',
    // No keep-alive: targets never share a connection.
    agent: false,
    lookup,
    signal,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'switchyard',
      ...headers,
      'content-length': Buffer.byteLength(body),
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
const read = (answer: IncomingMessage, resolve: (answered: Answered) => void): void => {
  const status = answer.statusCode ?? 0
  let body = Buffer.alloc(0)
  const finish = (): void => {
    resolve({ status, body: body.subarray(0, MAX_ANSWER).toString('utf8') })
    answer.destroy()
  }
  answer.on('data', (chunk: Buffer) => {
    body = Buffer.concat([body, chunk.subarray(0, MAX_ANSWER)])
    if (body.length >= MAX_ANSWER) finish()
  })
  answer.on('end', finish)
  answer.on('error', finish)
  answer.on('close', finish)
}

const NO_ADDRESS: Answered = { error: 'invalid URL', retryable: false }

// Our own texts: the system's messages would contain names and addresses.
const said = ({ code }: NodeJS.ErrnoException): Answered => {
  switch (code) {
    case FORBIDDEN:
      return { error: 'requests to this address are not allowed', retryable: false }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { error: 'host not found', retryable: true }
    case 'ECONNREFUSED':
      return { error: 'the connection was refused', retryable: true }
    case 'ECONNRESET':
    case 'EPIPE':
      return { error: 'the connection was closed', retryable: true }
    case 'ABORT_ERR':
      return { error: 'the service is stopping', retryable: true }
    default:
      return { error: `no response (${code ?? 'unknown'})`, retryable: true }
  }
}
