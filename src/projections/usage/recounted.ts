import { isKeyOfSum } from '../../domain/pricing/context.js'
import type { Db } from '../sql.js'
import { type Held, load } from './held.js'

/** The streams whose rollouts were counted by requests. */
export class Recounted {
  readonly #known = new Map<number, boolean>()

  constructor(private readonly db: Db) {}

  has(stream: number): boolean {
    const known = this.#known.get(stream)
    if (known !== undefined) return known
    const found = this.db.get('select 1 from p_usage_recounted where stream = ?', stream) !== undefined
    this.#known.set(stream, found)
    return found
  }

  /** Drops what an older release counted of a stream, when its first count by requests arrives. */
  drop(stream: number, held: Map<string, Held>): void {
    if (this.has(stream)) return
    this.#known.set(stream, true)
    this.db.run('insert into p_usage_recounted (stream) values (?)', stream)
    const rows = this.db.all<{ message: string }>('select message from p_usage where stream = ?', stream)
    for (const { message } of rows) if (!held.has(message)) held.set(message, load(this.db, message, 0))
    for (const entry of held.values()) {
      if (entry.now?.stream === stream && !isKeyOfSum(entry.now.message)) entry.now = null
    }
  }
}
