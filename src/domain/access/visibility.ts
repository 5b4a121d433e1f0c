import type { PrincipalId } from './author.js'
import type { Reach, TokenScope } from './permission.js'
import type { Role } from './role.js'

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

/** Who calls: an account, by itself or by something that acts for it. */
export interface Principal {
  readonly id: PrincipalId
  /** The one user of local mode, the shell of the host, a login, a program in a lane, an access token, somebody unknown. */
  readonly kind: 'local' | 'host' | 'user' | 'pane' | 'token' | 'nobody'
  readonly role: Role
  /** Whether the rows that nobody owns are theirs. */
  readonly isHostOwner?: boolean
  /** The login of a browser. */
  readonly login?: number
  /** The access token, by its id. */
  readonly token?: string
  /** The run of a pane. */
  readonly run?: string
  /** Those of an access token. */
  readonly scopes?: readonly TokenScope[]
}

/** The user who runs the service on their own machine, and the owner of the rows that nobody else owns. */
export const localPrincipal: Principal = { id: 'local', kind: 'local', role: 'admin' }

/** Who acts as the account of the host: an admin who need not show a password. */
export const hostPrincipal: Principal = { id: 'host', kind: 'host', role: 'admin' }

/** Who calls without a login: they have no rows. */
export const nobody: Principal = { id: 'host', kind: 'nobody', role: 'member' }

/** Returns the rows that a principal reaches. To the user of local mode everything belongs. */
export const visibilityWithin = (
  { id, kind, isHostOwner = false }: Pick<Principal, 'id' | 'kind' | 'isHostOwner'>,
  reach: Reach,
): Visibility => {
  if (reach === 'none' || kind === 'nobody') return { scope: 'nothing' } as Visibility
  if (reach === 'all' || kind === 'local') return { scope: 'everything' } as Visibility
  return { scope: 'owners', owners: isHostOwner ? [id, localPrincipal.id] : [id] } as unknown as Visibility
}

export const seesEverything = (visibility: Visibility): boolean => visibility.scope === 'everything'

/** Whether a reader may see the rows of an owner: the same rule as in SQL, for what is in memory. */
export const sees = (visibility: Visibility, owner: string): boolean =>
  seesEverything(visibility) || (visibility.scope === 'owners' && visibility.owners.includes(owner))
