import { createHash } from 'node:crypto'

/** Digits of an id in most repositories. Others use SHA-256. */
export const SHA1_DIGITS = 40

/**
 * Returns the id that git gives a content.
 * @param digits of the ids of the repository
 */
export const blobId = (bytes: Buffer, digits = SHA1_DIGITS): string =>
  createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
