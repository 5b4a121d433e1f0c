import { createHash } from 'node:crypto'
import type { ReadAt } from './lines.js'

const HEAD = 4096
const TAIL = 256
const scratch = Buffer.allocUnsafeSlow(HEAD + TAIL)

/**
 * A digest of what was read: the first bytes and the last ones before `offset`. A file that was replaced or rewritten
 * in front of the offset no longer has it; one that grew does.
 */
export function fingerprint(readAt: ReadAt, offset: number): string {
  const head = scratch.subarray(0, Math.min(HEAD, offset))
  const tail = scratch.subarray(HEAD, HEAD + Math.min(TAIL, offset))
  readAt(head, 0)
  readAt(tail, offset - tail.length)
  return createHash('sha1').update(head).update(tail).digest('base64url')
}
