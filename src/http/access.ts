import type { Author } from '../domain/access/author.js'
import { localPrincipal, type Principal, type Visibility, visibilityOf } from '../domain/access/visibility.js'
import type { Access } from './contract/endpoint.js'

/** The caller of a request and what they may see. */
export interface Caller {
  readonly principal: Principal
  /** The author of what the request changes. */
  readonly author: Author
  readonly visibility: Visibility
}

/** Returns the caller of a route. Local mode has a single principal. A server mode would only change this function. */
export const callerOf = (_access: Access): Caller => ({
  principal: localPrincipal,
  author: { by: localPrincipal.id, via: 'http' },
  visibility: visibilityOf(localPrincipal),
})
