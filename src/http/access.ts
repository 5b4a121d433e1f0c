import { localPrincipal, type Principal, type Visibility, visibilityOf } from '../domain/access/visibility.js'
import type { Access } from './contract/endpoint.js'

/** Who calls and what they may see: made here and nowhere else. */
export interface Caller {
  readonly principal: Principal
  readonly visibility: Visibility
}

/**
 * Resolves the caller of a route. Local mode has one principal, so that server mode is another answer of this function
 * and not another code path.
 */
export const callerOf = (_access: Access): Caller => ({
  principal: localPrincipal,
  visibility: visibilityOf(localPrincipal),
})
