import { cut, type Fields, fields } from './json.js'

/** A line is shown up to here: beyond it no browser would lay it out in time. */
const MOST = 1_000_000

/** Pictures and documents in base64 say nothing to a reader: PNG, JPEG, GIF, WebP and PDF by how they begin, or named. */
const PICTURE = /^(?:data:[\w.+/-]+;base64,|iVBORw0K|\/9j\/|R0lGOD|UklGR|JVBERi)[A-Za-z0-9+/\r\n]+={0,2}$/
const LONG = 2000

const readable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG && PICTURE.test(value)
    ? `(${value.length} characters of base64)`
    : value

/** A line of a transcript to read as it is: all but pictures, and response headers, which hold ids of the account. */
export function rawLine(value: Fields): { readonly json: string; readonly cut: boolean } {
  const error = fields(value['error'])
  const kept = 'headers' in error ? { ...value, error: { ...error, headers: undefined } } : value
  const json = JSON.stringify(kept, readable, 2)
  return { json: cut(json, MOST), cut: json.length > MOST }
}
