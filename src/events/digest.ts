import { hash } from 'node:crypto'

/** A content key: the first 16 bytes of SHA-1 over length-prefixed parts, so no two lists of parts share a text. Not for secrets. */
export const contentKey = (...parts: readonly string[]): Uint8Array => {
  let text = ''
  for (const part of parts) text += `${part.length}:${part}`
  return hash('sha1', text, 'buffer').subarray(0, 16)
}
