import { hash } from 'node:crypto'
import { EXTRACTOR } from './memory.js'

const KEY_BYTES = 16

/**
 * What makes a fact the same fact when its line is read again: never the path, since a moved or uploaded copy tells
 * the same. Parts are prefixed by their length, so no two lists of parts make one text.
 */
export class Keys {
  private readonly owner: string
  private text = ''

  constructor(session: string) {
    this.owner = `${EXTRACTOR} ${session.length} ${session}`
  }

  add(agent: string | null, identity: string): void {
    const owner = agent === null ? 'main' : `agent ${agent}`
    // As text of one byte per character: a Buffer for each of a million keys costs more than the digest itself.
    this.text += hash('sha1', `${this.owner} ${owner.length} ${owner} ${identity}`, 'binary').slice(0, KEY_BYTES)
  }

  /** The keys so far, 16 bytes each; begins anew. */
  take(): Uint8Array {
    const keys = Uint8Array.from(Buffer.from(this.text, 'latin1'))
    this.text = ''
    return keys
  }
}
