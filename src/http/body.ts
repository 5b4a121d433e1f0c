import { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { reject, type Rejection } from '../domain/rejection.js'
import { envelope } from './rejection.js'

/** A body that the handler reads. */
export interface Incoming {
  readonly contentType: string
  readonly stream: AsyncIterable<Uint8Array>
  /** Reads the body as text, up to `limit` bytes, instead of the stream. */
  readonly text: (limit: number) => Promise<string | Rejection<'ETOOBIG'>>
}

export const incomingBody = (c: Context): Incoming => ({
  contentType: c.req.header('content-type') ?? '',
  get stream() {
    return (c.req.raw.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>
  },
  text: (limit) => readText(c, limit),
})

/** Reads a body as text, up to `limit` bytes. A longer body is refused without reading it into memory. */
export const readText = async (c: Context, limit: number): Promise<string | Rejection<'ETOOBIG'>> => {
  const declared = c.req.header('content-length')
  if (declared !== undefined) return Number(declared) > limit ? tooBig(limit) : c.req.text()
  const chunks: Uint8Array[] = []
  let size = 0
  const keep = (chunk: Uint8Array): boolean => {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    return size <= limit
  }
  const incoming = incomingOf(c)
  const isWhole = incoming === null ? await readStream(c.req.raw.body, keep) : await readIncoming(incoming, keep)
  return isWhole ? Buffer.concat(chunks).toString('utf8') : tooBig(limit)
}

const tooBig = (limit: number) => reject('ETOOBIG', `the body is larger than ${limit} bytes`)

const incomingOf = (c: Context): IncomingMessage | null => {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: unknown }
  return incoming instanceof IncomingMessage ? incoming : null
}

/** Reads a stream. Returns false when `keep` stopped it before the end. */
const readStream = async (body: ReadableStream | null, keep: (chunk: Uint8Array) => boolean): Promise<boolean> => {
  if (body === null) return true
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) if (!keep(chunk)) return false
  return true
}

/** Does the same for a Node request. Stopping does not destroy it, because the response uses the same socket. */
const readIncoming = (incoming: IncomingMessage, keep: (chunk: Uint8Array) => boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      if (!keep(chunk)) settle(() => resolve(false))
    }
    const onEnd = (): void => settle(() => resolve(true))
    const onClose = (): void => settle(() => reject(new Error('the client closed the connection during the request')))
    const settle = (then: () => void): void => {
      incoming.pause()
      incoming.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose)
      then()
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  })

const DRAIN_MS = 2000

/** Reads and discards the rest of a request, for a limited time. */
const drain = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, DRAIN_MS)
    incoming.once('end', done).once('error', done).once('close', done)
    incoming.resume()
  })

/**
 * Refuses a request whose body may not have been read. A client that is still sending reads the response only after it has sent
 * everything. So the response is sent completely, and the connection stays open while the rest of the body is discarded.
 */
export const refuseUnread = async (c: Context, rejection: Rejection): Promise<Response> => {
  const refusal = envelope(rejection)
  const incoming = incomingOf(c)
  if (incoming === null || incoming.complete) return refusal
  const answer = new Uint8Array(await refusal.arrayBuffer())
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(answer)
      await drain(incoming)
      controller.close()
    },
    // The client disconnected: nothing is left to send.
    cancel: () => undefined,
  })
  refusal.headers.set('content-length', String(answer.byteLength))
  return new Response(body, refusal)
}
