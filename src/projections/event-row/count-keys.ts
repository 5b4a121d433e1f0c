import { type CountKey, readCountKey } from '../origin.js'
import type { Db } from '../sql.js'

/** What the events of each session are counted under. The provider and the owner may only be known after the first events. */
export class CountKeys {
  readonly #held = new Map<number, CountKey>()

  constructor(private readonly db: Db) {}

  /** Returns what a session's events are counted under. */
  of(stream: number): CountKey {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const key = this.#counted(stream) ?? readCountKey(this.db, stream)
    this.#held.set(stream, key)
    return key
  }

  /** Stores what it is now; returns what it was before, if it differs. */
  renew(stream: number): CountKey | null {
    const now = this.#changed(stream)
    if (now === null) return null
    const before = this.#counted(stream)
    this.#held.set(stream, now)
    this.db.run(
      'insert or replace into p_event_home (stream, owner, source, provider) values (?, ?, ?, ?)',
      stream,
      now.owner,
      now.source,
      now.provider,
    )
    return before ?? null
  }

  remove(stream: number): void {
    this.db.run('delete from p_event_home where stream = ?', stream)
    this.#held.delete(stream)
  }

  /** Returns what a session is counted under as of the batch, unless that is stored. Each hook asks, and nearly always it is. */
  #changed(stream: number): CountKey | null {
    const known = this.db.get<CountKey & { readonly is_stored: number | null }>(
      `select w.owner, o.source, o.provider, h.owner = w.owner and h.source = o.source and h.provider = o.provider as is_stored
       from p_origin o join p_ownership w using (stream) left join p_event_home h using (stream) where o.stream = ?`,
      stream,
    )
    if (known === undefined) return readCountKey(this.db, stream)
    const { is_stored, ...now } = known
    if (is_stored !== 1) return now
    this.#held.set(stream, now)
    return null
  }

  #counted(stream: number): CountKey | undefined {
    return this.db.get<CountKey & Record<string, never>>(
      'select owner, source, provider from p_event_home where stream = ?',
      stream,
    )
  }
}
