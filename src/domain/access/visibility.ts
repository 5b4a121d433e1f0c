import type { PrincipalId } from './author.js'
import type { Reach, TokenScope } from './permission.js'

declare const minted: unique symbol

/**
 * Which rows a reader may see: by their owner. The brand has no public constructor: only this file creates a value, and a test
 * lists its callers. Every query takes one as an argument, so nothing can read rows without asking the policy.
 */
export type Visibility = { readonly [minted]: true } & (
  | { readonly scope: 'everything' }
  | { readonly scope: 'nothing' }
  | { readonly scope: 'owners'; readonly owners: readonly string[] }
)

/** The role of an account. An admin reads and changes the rows of everybody, an analyst reads them, a member has their own. */
export type Role = 'admin' | 'analyst' | 'member'

/** Who calls: an account, by itself or by something that acts for it. */
export interface Principal {
  readonly id: PrincipalId
  /** The one user of local mode, the shell of the host, a login, a program in a lane, an access token. */
  readonly kind: 'local' | 'host' | 'user' | 'pane' | 'token'
  readonly role: Role
  /** Those of an access token. */
  readonly scopes?: readonly TokenScope[]
}

/** The user who runs the service on their own machine, and the owner of the rows that nobody else owns. */
export const localPrincipal: Principal = { id: 'local', kind: 'local', role: 'admin' }

/** Returns the rows that a principal reaches. To the user of local mode everything belongs. */
export const visibilityWithin = ({ id, kind }: Pick<Principal, 'id' | 'kind'>, reach: Reach): Visibility => {
  if (reach === 'none') return { scope: 'nothing' } as Visibility
  if (reach === 'all' || kind === 'local') return { scope: 'everything' } as Visibility
  return { scope: 'owners', owners: [id] } as unknown as Visibility
}

export const seesEverything = (visibility: Visibility): boolean => visibility.scope === 'everything'

/** Whether a reader may see the rows of an owner: the same rule as in SQL, for what is in memory. */
export const sees = (visibility: Visibility, owner: string): boolean =>
  seesEverything(visibility) || (visibility.scope === 'owners' && visibility.owners.includes(owner))
