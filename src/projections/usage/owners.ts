import { readOwner } from '../ownership.js'
import { readFork } from '../fork.js'
import type { Db } from '../sql.js'

/** The owners of the sessions of a batch and when they were forked, each read once. */
export class SessionOwners {
  readonly #held = new Map<number, string>()
  readonly #forked = new Map<number, number>()

  constructor(private readonly db: Db) {}

  of(stream: number): string {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const owner = readOwner(this.db, stream)
    this.#held.set(stream, owner)
    return owner
  }

  /** Returns when a session was forked, as a hook reported it; -1 if none did. Its older messages are another session's. */
  forkedAt(stream: number): number {
    const known = this.#forked.get(stream)
    if (known !== undefined) return known
    const at = readFork(this.db, stream)
    this.#forked.set(stream, at)
    return at
  }
}
