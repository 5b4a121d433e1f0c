import { createHash } from 'node:crypto'
import type { ReadAt } from '../../files/regular-file.js'

const HEAD = 4096
const TAIL = 256
const scratch = Buffer.allocUnsafeSlow(HEAD + TAIL)

/**
 * Returns a digest of the first bytes and of the last bytes before `offset`. It changes when the file is replaced or rewritten
 * before the offset, and stays the same when the file grows.
 */
export function fingerprint(readAt: ReadAt, offset: number): string {
  const head = scratch.subarray(0, Math.min(HEAD, offset))
  const tail = scratch.subarray(HEAD, HEAD + Math.min(TAIL, offset))
  readAt(head, 0)
  readAt(tail, offset - tail.length)
  return createHash('sha1').update(head).update(tail).digest('base64url')
}
