import { parseBounded } from '../../domain/json/depth.js'
import type { SessionOrder } from '../../domain/session/list-order.js'

/** Where a page of the list ends: the sort key of its last session, and its stream, which decides between equal keys. */
export interface SessionCursor {
  readonly key: number | string
  readonly stream: number
}

/** Returns a cursor as clients get it. It names the order, because its key means nothing in another one. */
export const writeCursor = (order: SessionOrder, { key, stream }: SessionCursor): string =>
  Buffer.from(JSON.stringify([order, key, stream])).toString('base64url')

/** Parses a client's cursor; undefined if it is not one of this order. */
export const readCursor = (order: SessionOrder, text: string | undefined): SessionCursor | undefined => {
  if (text === undefined) return undefined
  let parsed: unknown
  try {
    parsed = parseBounded(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed)) return undefined
  const [name, key, stream] = parsed as unknown[]
  const isKey = order === 'name' || order === 'price' ? typeof key === 'string' : Number.isFinite(key)
  if (name !== order || !isKey || !Number.isSafeInteger(stream)) return undefined
  if (order === 'price' && !/^\d{1,40}$/.test(String(key))) return undefined
  return { key: key as number | string, stream: stream as number }
}
