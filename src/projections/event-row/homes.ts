import type { Db } from '../sql.js'

/** What an event is counted by: the source and the provider of its session. */
export interface Home {
  readonly source: string
  readonly provider: string
}

/** By what the events of each session stand counted. Whose a session is may be known only after its first events. */
export class Homes {
  readonly #held = new Map<number, Home>()

  constructor(private readonly db: Db) {}

  /** By what a session's events stand counted. */
  of(stream: number): Home {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const home = this.#read('p_event_home', stream) ?? UNKNOWN
    this.#held.set(stream, home)
    return home
  }

  /** Takes over what the session says by now; gives what it said before where that was something else. */
  renew(stream: number): Home | null {
    const before = this.#read('p_event_home', stream)
    const now = this.#read('p_session', stream) ?? UNKNOWN
    this.#held.set(stream, now)
    if (before?.source === now.source && before.provider === now.provider) return null
    this.db.run(
      'insert or replace into p_event_home (stream, source, provider) values (?, ?, ?)',
      stream,
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
    return this.db.get<Home & Record<string, never>>(`select source, provider from ${table} where stream = ?`, stream)
  }
}

/** Of a session whose row could not be made. */
const UNKNOWN: Home = { source: 'local', provider: 'claude' }
