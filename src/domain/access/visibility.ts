import type { PrincipalId } from './author.js'

/**
 * Which rows a reader may see. The brand has no public constructor: only visibilityOf creates a value, and queries take one as an
 * argument, so a route cannot read rows without asking the policy. Local mode has one principal, who sees everything.
 */
declare const policyMade: unique symbol

export interface Visibility {
  readonly [policyMade]: true
  readonly scope: 'everything' | 'nothing'
}

export interface Principal {
  readonly id: PrincipalId
  readonly role: 'owner'
}

/** The user who runs the service on their own machine. */
export const localPrincipal: Principal = { id: 'local', role: 'owner' }

/** Returns what a principal may see. Without a principal, nothing. */
export const visibilityOf = (principal: Principal | null): Visibility =>
  ({ scope: principal === null ? 'nothing' : 'everything' }) as Visibility
