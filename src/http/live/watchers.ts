import { userNumber } from '../../domain/access/author.js'
import type { Principal } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'

/** Somebody who has the terminal of a lane of another user open. */
export interface Watcher {
  readonly lane: number
  readonly user: number
  readonly slot: number
  /** `rw`: they may type. */
  readonly mode: 'ro' | 'rw'
  readonly since: Instant
}

/** Who watches the lanes of others: the owner of a lane sees them (supplement-server 16.1). */
export class Watchers {
  readonly #open = new Set<Watcher>()

  /** @param onChange is called with the id of a lane that got or lost a watcher */
  constructor(private readonly onChange: (lane: number) => void) {}

  /** Adds a watcher, unless they watch their own lane. Returns what removes them. */
  add({ id }: Principal, owner: number | null, watched: Omit<Watcher, 'user'>): () => void {
    const user = userNumber(id)
    if (user === null || user === owner) return () => undefined
    const watcher = { ...watched, user }
    this.#open.add(watcher)
    this.onChange(watched.lane)
    return () => {
      if (this.#open.delete(watcher)) this.onChange(watched.lane)
    }
  }

  /** Returns who watches a lane, the first one first. */
  of(lane: number): readonly Watcher[] {
    return [...this.#open].filter((one) => one.lane === lane)
  }
}
