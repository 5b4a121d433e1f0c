/**
 * Whose rows a reader may see. Only the policy makes one, and every query demands it, so a route cannot forget to ask.
 * Local mode has one principal who sees everything.
 */
declare const policyMade: unique symbol

export interface Visibility {
  readonly [policyMade]: true
  readonly scope: 'everything' | 'nothing'
}

export interface Principal {
  readonly id: string
  readonly role: 'owner'
}

/** The one who runs the service on their own machine. */
export const localPrincipal: Principal = { id: 'local', role: 'owner' }

/** What a principal sees. */
export const visibilityOf = (principal: Principal | null): Visibility =>
  ({ scope: principal === null ? 'nothing' : 'everything' }) as Visibility
