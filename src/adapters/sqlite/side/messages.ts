import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import type { AskedAt } from '../../../projections/queries/analytics.js'
import type { ConversationHits, ConversationQuery } from '../../../projections/queries/conversation-search.js'
import type { EventPage, EventSearch } from '../../../projections/queries/event-search.js'
import type { SessionQuery } from '../../../projections/queries/sessions.js'
import type { InsightQuery } from '../../../projections/queries/insights.js'
import type { Gone } from '../erase.js'
import type { Insights } from './insights.js'

type Asked<K extends string, Q> = {
  readonly kind: K
  readonly id: number
  readonly visibility: Visibility
  readonly query: Q
}

/** What the main thread tells or asks the thread beside it; `id` names a question. */
export type ToSide =
  | { readonly kind: 'moved' }
  | { readonly kind: 'forget'; readonly id: number; readonly gone: readonly Gone[] }
  | Asked<'find', EventSearch>
  | Asked<'search', ConversationQuery>
  | Asked<'byPrice', SessionQuery>
  | (Asked<'workflows', InsightQuery> & { readonly now: Instant })
  | Asked<'skills', InsightQuery>
  | (Asked<'analytics', InsightQuery> & { readonly at: AskedAt })
  | Asked<'finished', InsightQuery>

/** The answers by the kind of question. */
export interface SideAnswers {
  readonly find: EventPage
  readonly search: ConversationHits
  readonly byPrice: readonly number[]
  readonly workflows: ReturnType<Insights['workflows']>
  readonly skills: ReturnType<Insights['skills']>
  readonly analytics: ReturnType<Insights['analytics']>
  readonly finished: ReturnType<Insights['finished']>
  readonly forget: null
}

export type FromSide =
  | { readonly kind: 'answer'; readonly id: number; readonly value: SideAnswers[keyof SideAnswers] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
