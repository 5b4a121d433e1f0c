import type { Db } from '../sql.js'

/** The owner under which an event is counted: source and provider of its session. */
export interface Home {
  readonly source: string
  readonly provider: string
}

/**
 * The owners under which the events of each session are counted. The owner of a session may only be known after its first events.
 */
export class Homes {
  readonly #held = new Map<number, Home>()

  constructor(private readonly db: Db) {}

  /** Returns the owner under which a session's events are counted. */
  of(stream: number): Home {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const home = this.#read('p_event_home', stream) ?? UNKNOWN
    this.#held.set(stream, home)
    return home
  }

  /** Stores the current owner of a session; returns the previous one if it differs. */
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

/** The owner of a session without a row. */
const UNKNOWN: Home = { source: 'local', provider: 'claude' }
