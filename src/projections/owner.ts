import type { PrincipalId } from '../domain/access/author.js'
import { localPrincipal } from '../domain/access/visibility.js'
import type { Recorded } from '../events/envelope.js'
import type { Db } from './sql.js'

/** The owner of the rows that nobody else owns. */
const NOBODY = localPrincipal.id

/** Returns the owner of what an event creates: the user who caused it. What the service caused belongs to nobody. */
export const ownerOf = ({ by }: Pick<Recorded, 'by'>): PrincipalId => (by === 'host' ? NOBODY : by)

/** The owners of the sessions of a batch, each read once. */
export class SessionOwners {
  readonly #held = new Map<number, string>()

  constructor(private readonly db: Db) {}

  of(stream: number): string {
    const known = this.#held.get(stream)
    if (known !== undefined) return known
    const row = this.db.get<{ owner: string }>('select owner from p_session where stream = ?', stream)
    const owner = row?.owner ?? NOBODY
    this.#held.set(stream, owner)
    return owner
  }
}
