import { localPrincipal } from '../../domain/access/visibility.js'
import type { Db } from '../sql.js'

/** What an event is counted under: owner, source and provider of its session. */
export interface Home {
  readonly owner: string
  readonly source: string
  readonly provider: string
}

/**
 * What the events of each session are counted under. It may only be known after the first events of the session.
 */
export class Homes {
  readonly #held = new Map<number, Home>()

  constructor(private readonly db: Db) {}

  /** Returns what a session's events are counted under. */
  of(stream: number): Home {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const home = this.#read('p_event_home', stream) ?? UNKNOWN
    this.#held.set(stream, home)
    return home
  }

  /** Stores what it is now; returns what it was before, if it differs. */
  renew(stream: number): Home | null {
    const before = this.#read('p_event_home', stream)
    const now = this.#read('p_session', stream) ?? UNKNOWN
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

  #read(table: 'p_event_home' | 'p_session', stream: number): Home | undefined {
    return this.db.get<Home & Record<string, never>>(
      `select owner, source, provider from ${table} where stream = ?`,
      stream,
    )
  }
}

/** What the events of a session without a row are counted under. */
const UNKNOWN: Home = { owner: localPrincipal.id, source: 'local', provider: 'claude' }
