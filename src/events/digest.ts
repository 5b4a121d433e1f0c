import { createHash } from 'node:crypto'

/** The first 16 bytes of SHA-1 over length-prefixed parts: no two lists of parts share a text. Not for secrets. */
export const hash = (...parts: readonly string[]): Uint8Array => {
  const digest = createHash('sha1')
  for (const part of parts) digest.update(`${part.length}:${part}`)
  return digest.digest().subarray(0, 16)
}
