import { createHash } from 'node:crypto'

/** A content key: the first 16 bytes of SHA-1 over length-prefixed parts, so no two lists of parts share a text. Not for secrets. */
export const contentKey = (...parts: readonly string[]): Uint8Array => {
  const digest = createHash('sha1')
  for (const part of parts) digest.update(`${part.length}:${part}`)
  return digest.digest().subarray(0, 16)
}
