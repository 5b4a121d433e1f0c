import type { Visibility } from '../../../domain/access/visibility.js'
import type { EventPage, EventSearch } from '../../../projections/queries/event-search.js'

/** What the main thread tells or asks the search thread; `id` names a question. */
export type ToSearch =
  | { readonly kind: 'moved' }
  | { readonly kind: 'find'; readonly id: number; readonly visibility: Visibility; readonly query: EventSearch }
  | { readonly kind: 'forget'; readonly id: number; readonly positions: readonly number[] }

export type FromSearch =
  | { readonly kind: 'found'; readonly id: number; readonly page: EventPage }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
