import { hash } from 'node:crypto'
import { EXTRACTOR } from './memory.js'

// Four bytes of the session, twelve of the fact: keys of one session lie side by side in the log's index, so that a slice
// touches a few of its pages.
const SESSION_BYTES = 4
const FACT_BYTES = 12

/**
 * What makes a fact the same fact when its line is read again: never the path, since a moved or uploaded copy tells
 * the same. Parts are prefixed by their length, so no two lists of parts make one text.
 */
export class Keys {
  private readonly owner: string
  private readonly cluster: string
  private text = ''

  constructor(session: string) {
    this.owner = `${EXTRACTOR} ${session.length} ${session}`
    this.cluster = hash('sha1', session, 'binary').slice(0, SESSION_BYTES)
  }

  add(agent: string | null, identity: string): void {
    const owner = agent === null ? 'main' : `agent ${agent}`
    // As text of one byte per character: a Buffer for each of a million keys costs more than the digest itself.
    const fact = hash('sha1', `${this.owner} ${owner.length} ${owner} ${identity}`, 'binary').slice(0, FACT_BYTES)
    this.text += this.cluster + fact
  }

  /** The keys so far, 16 bytes each; begins anew. */
  take(): Uint8Array {
    const keys = Uint8Array.from(Buffer.from(this.text, 'latin1'))
    this.text = ''
    return keys
  }
}
