import { hash } from 'node:crypto'

/**
 * Returns a content key: the first 16 bytes of SHA-1 over length-prefixed parts, so that different lists of parts never hash the
 * same text. Not for secrets.
 */
export const contentKey = (...parts: readonly string[]): Uint8Array => {
  let text = ''
  for (const part of parts) text += `${part.length}:${part}`
  return hash('sha1', text, 'buffer').subarray(0, 16)
}
