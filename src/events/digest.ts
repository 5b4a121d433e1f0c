import { createHash, hash } from 'node:crypto'

/**
 * Returns a content key: the first 16 bytes of SHA-1 over length-prefixed parts, so that different lists of parts never hash the
 * same text. Not for secrets.
 */
export const contentKey = (...parts: readonly string[]): Uint8Array => {
  let text = ''
  for (const part of parts) text += `${part.length}:${part}`
  return hash('sha1', text, 'buffer').subarray(0, 16)
}

/** Returns the SHA-256 of length-prefixed parts, in hexadecimal: for what clients keep and compare. */
export const contentDigest = (parts: readonly string[]): string => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(`${part.length}:`).update(part)
  return digest.digest('hex')
}
