import { createHash, randomBytes } from 'node:crypto'

const BYTES = 32

/** Returns a secret that nobody can guess, in characters that a cookie may have. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url')

/** Returns what is stored of a secret. It is random, so a plain digest cannot be turned back. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
