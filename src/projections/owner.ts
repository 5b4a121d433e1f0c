import type { PrincipalId } from '../domain/access/author.js'
import { localPrincipal } from '../domain/access/visibility.js'
import type { Recorded } from '../events/envelope.js'

/** The owner of the rows that nobody else owns. */
export const NOBODY = localPrincipal.id

/** Returns the owner of what an event creates: the user who caused it. What the service caused belongs to nobody. */
export const ownerOf = ({ by }: Pick<Recorded, 'by'>): PrincipalId => (by === 'host' ? NOBODY : by)
