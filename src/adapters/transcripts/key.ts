import { hash } from 'node:crypto'
import { EXTRACTOR } from './memory.js'

export const KEY_BYTES = 16

/**
 * What makes a fact the same fact when its line is read again: never the path, since a moved or uploaded copy tells
 * the same. Parts are prefixed by their length, so no two lists of parts make one text.
 */
export function keyOf(session: string, agent: string | null, identity: string): Uint8Array {
  const owner = agent === null ? 'main' : `agent ${agent}`
  return hash('sha1', `${EXTRACTOR} ${session.length} ${session} ${owner.length} ${owner} ${identity}`, 'buffer')
}
