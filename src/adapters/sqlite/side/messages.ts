import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import type { AgentQuery, AgentShape } from '../../../projections/queries/agents.js'
import type { AskedAt } from '../../../projections/queries/analytics.js'
import type { ConversationHits, ConversationQuery } from '../../../projections/queries/conversation-search.js'
import type { EventPage, EventSearch } from '../../../projections/queries/event-search.js'
import type { SessionFacets } from '../../../projections/queries/session-facets.js'
import type { SessionMatch } from '../../../projections/queries/session-filter.js'
import type { SessionPlaces, SessionQuery } from '../../../projections/queries/sessions.js'
import type { InsightQuery } from '../../../projections/queries/insights.js'
import type { UsageQuery, UsageReport } from '../../../projections/queries/reports/usage.js'
import type { Gone } from '../erase.js'
import type { Insights } from './insights.js'

type Asked<K extends string, Q> = {
  readonly kind: K
  readonly id: number
  readonly visibility: Visibility
  readonly query: Q
}

/** Messages from the main thread to the side thread; `id` identifies a request. */
export type ToSide =
  | { readonly kind: 'moved' }
  | { readonly kind: 'forget'; readonly id: number; readonly gone: readonly Gone[] }
  | Asked<'find', EventSearch>
  | Asked<'search', ConversationQuery>
  | Asked<'agents', AgentQuery>
  | Asked<'sessions', SessionQuery>
  | Asked<'sessionFacets', SessionMatch>
  | (Asked<'workflows', InsightQuery> & { readonly now: Instant })
  | Asked<'skills', InsightQuery>
  | (Asked<'analytics', InsightQuery> & { readonly at: AskedAt })
  | Asked<'finished', InsightQuery>
  | (Asked<'usage', UsageQuery> & { readonly now: Instant })

/** Answer types by kind of request. */
export interface SideAnswers {
  readonly find: EventPage
  readonly search: ConversationHits
  readonly agents: AgentShape[]
  readonly sessions: SessionPlaces
  readonly sessionFacets: SessionFacets
  readonly workflows: ReturnType<Insights['workflows']>
  readonly skills: ReturnType<Insights['skills']>
  readonly analytics: ReturnType<Insights['analytics']>
  readonly finished: ReturnType<Insights['finished']>
  readonly usage: UsageReport
  readonly forget: null
}

export type FromSide =
  | { readonly kind: 'answer'; readonly id: number; readonly value: SideAnswers[keyof SideAnswers] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** An error that belongs to no request. */
  | { readonly kind: 'complaint'; readonly line: string }
