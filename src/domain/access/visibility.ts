import type { PrincipalId } from './author.js'

declare const minted: unique symbol

/**
 * Which rows a reader may see: by their owner. The brand has no public constructor: only `visibilityOf` creates a value, and a
 * test lists its callers. Every query takes one as an argument, so nothing can read rows without asking the policy.
 */
export type Visibility = { readonly [minted]: true } & (
  | { readonly scope: 'everything' }
  | { readonly scope: 'nothing' }
  | { readonly scope: 'owners'; readonly owners: readonly string[] }
)

/** A user. `admin` sees the rows of everybody, `member` only their own. */
export interface Principal {
  readonly id: PrincipalId
  readonly role: 'admin' | 'member'
}

/** The user who runs the service on their own machine, and the owner of the rows that nobody else owns. */
export const localPrincipal: Principal = { id: 'local', role: 'admin' }

/** Returns what a principal may see. Without a principal, nothing. */
export const visibilityOf = (principal: Principal | null): Visibility => {
  if (principal === null) return { scope: 'nothing' } as Visibility
  if (principal.role === 'admin') return { scope: 'everything' } as Visibility
  return { scope: 'owners', owners: [principal.id] } as unknown as Visibility
}

export const seesEverything = (visibility: Visibility): boolean => visibility.scope === 'everything'

/** Whether a reader may see the rows of an owner: the same rule as in SQL, for what is in memory. */
export const sees = (visibility: Visibility, owner: string): boolean =>
  seesEverything(visibility) || (visibility.scope === 'owners' && visibility.owners.includes(owner))
