import type { Context } from 'hono'
import { reject, type Rejection } from '../domain/rejection.js'

/** Reads a body as text, at most `limit` bytes of it: a longer one is refused before it is in memory. */
export const readText = async (c: Context, limit: number): Promise<string | Rejection> => {
  const tooBig = reject('ETOOBIG', `the body is larger than ${limit} bytes`)
  const declared = c.req.header('content-length')
  if (declared !== undefined) {
    if (Number(declared) > limit) return tooBig
    return c.req.text()
  }
  const stream = c.req.raw.body
  if (stream === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) return tooBig
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
