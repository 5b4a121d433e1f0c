import { type Home, readHome } from '../home.js'
import type { Db } from '../sql.js'

/** The homes under which the events of each session are counted. The provider may only be known after the first events. */
export class Homes {
  readonly #held = new Map<number, Home>()

  constructor(private readonly db: Db) {}

  /** Returns what a session's events are counted under. */
  of(stream: number): Home {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const home = this.#counted(stream) ?? readHome(this.db, stream)
    this.#held.set(stream, home)
    return home
  }

  /** Stores what it is now; returns what it was before, if it differs. */
  renew(stream: number): Home | null {
    const before = this.#counted(stream)
    const now = readHome(this.db, stream)
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

  #counted(stream: number): Home | undefined {
    return this.db.get<Home & Record<string, never>>(
      'select owner, source, provider from p_event_home where stream = ?',
      stream,
    )
  }
}
