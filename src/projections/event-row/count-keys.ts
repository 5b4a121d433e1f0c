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
    const before = this.#counted(stream)
    const now = readCountKey(this.db, stream)
    this.#held.set(stream, now)
    const isSame = before?.owner === now.owner && before.source === now.source && before.provider === now.provider
    if (isSame) return null
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

  #counted(stream: number): CountKey | undefined {
    return this.db.get<CountKey & Record<string, never>>(
      'select owner, source, provider from p_event_home where stream = ?',
      stream,
    )
  }
}
