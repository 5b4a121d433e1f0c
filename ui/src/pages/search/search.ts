import type { SessionOrder } from '../../../../src/domain/search/order.js'
import { textOf } from '../../events/search.js'

export interface SearchSearch {
  readonly q?: string
  /** The newest match first by default. */
  readonly sort?: Extract<SessionOrder, 'matches'>
}

/** Reads the query and the order from the address. */
export function searchSearch({ q, sort }: Record<string, unknown>): SearchSearch {
  const words = textOf(q)
  return { ...(words === undefined ? {} : { q: words }), ...(sort === 'matches' ? { sort } : {}) }
}
