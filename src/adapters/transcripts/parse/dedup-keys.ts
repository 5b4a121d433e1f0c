import { hash } from 'node:crypto'
import { EXTRACTOR } from './position.js'

const KEY_BYTES = 16

/**
 * Computes the keys that identify a fact when its line is read again. The path is not part of them, because a moved or uploaded
 * copy contains the same facts. Parts are prefixed with their length, so different lists never give the same text.
 */
export class Keys {
  private readonly owner: string
  private text = ''

  constructor(session: string) {
    this.owner = `${EXTRACTOR} ${session.length} ${session}`
  }

  add(agent: string | null, identity: string): void {
    const owner = agent === null ? 'main' : `agent ${agent}`
    // A text with one byte per character: a Buffer for each of a million keys costs more than the digest.
    this.text += hash('sha1', `${this.owner} ${owner.length} ${owner} ${identity}`, 'binary').slice(0, KEY_BYTES)
  }

  /** Returns the keys so far, 16 bytes each, and starts over. */
  take(): Uint8Array {
    const keys = Uint8Array.from(Buffer.from(this.text, 'latin1'))
    this.text = ''
    return keys
  }
}
