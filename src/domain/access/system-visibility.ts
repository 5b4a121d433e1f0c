import type { PrincipalId } from './author.js'
import { localPrincipal, type Visibility, visibilityWithin } from './visibility.js'

/**
 * What the service itself sees: everything. For reads that no request asked for, such as those of reactors, metrics, broadcasts
 * and the command line, and for the state from which a command decides.
 */
export const systemVisibility: Visibility = visibilityWithin(localPrincipal, 'all')

/** Returns what the service reads on behalf of the owner of a row, such as the usage that counts towards their budget. */
export const visibilityOfOwner = (owner: string): Visibility =>
  owner === localPrincipal.id ? systemVisibility : visibilityWithin({ id: owner as PrincipalId, kind: 'user' }, 'own')

/** Returns what the service reads for an account, as a request of it would: its own rows, or those of everybody. */
export const visibilityOfAccount = (id: PrincipalId, isHostOwner: boolean, isAll: boolean): Visibility =>
  visibilityWithin({ id, kind: 'user', isHostOwner }, isAll ? 'all' : 'own')

/** No rows. */
export const noVisibility: Visibility = visibilityWithin(localPrincipal, 'none')
