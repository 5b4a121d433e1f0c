import { cut, type Fields, fields } from '../json.js'

/** A line is cut to this many characters: a browser could not lay out a longer one in time. */
const MOST = 1_000_000

/** Pictures and documents in base64 are not readable: data URLs, and PNG, JPEG, GIF, WebP and PDF by their first bytes. */
const PICTURE = /^(?:data:[\w.+/-]+;base64,|iVBORw0K|\/9j\/|R0lGOD|UklGR|JVBERi)[A-Za-z0-9+/\r\n]+={0,2}$/
const LONG = 2000

const readable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG && PICTURE.test(value)
    ? `(${value.length} characters of base64)`
    : value

/**
 * Returns a transcript line as indented JSON, without pictures and without response headers, which contain ids of the account.
 */
export function rawLine(value: Fields): { readonly json: string; readonly cut: boolean } {
  const error = fields(value['error'])
  const kept = 'headers' in error ? { ...value, error: { ...error, headers: undefined } } : value
  const json = JSON.stringify(kept, readable, 2)
  return { json: cut(json, MOST), cut: json.length > MOST }
}
