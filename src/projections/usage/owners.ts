import { readHome } from '../home.js'
import type { Db } from '../sql.js'

/** The owners of the sessions of a batch, each read once. */
export class SessionOwners {
  readonly #held = new Map<number, string>()

  constructor(private readonly db: Db) {}

  of(stream: number): string {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const { owner } = readHome(this.db, stream)
    this.#held.set(stream, owner)
    return owner
  }
}
