import type { Visibility } from '../../../domain/access/visibility.js'
import type { CostByDay } from '../../../domain/budget/status.js'
import type { Instant } from '../../../domain/time.js'
import type { AgentQuery, AgentShape } from '../../../projections/queries/agents.js'
import type { AskedAt } from '../../../projections/queries/analytics.js'
import type { ConversationGroupQuery, ConversationGroups } from '../../../projections/queries/conversation-groups.js'
import type { ConversationHits, ConversationQuery } from '../../../projections/queries/conversation-search.js'
import type { EventPage, EventSearch } from '../../../projections/queries/event-search.js'
import type {
  hookFind,
  HookFindQuery,
  hookLine,
  HookPage,
  HookPageQuery,
} from '../../../projections/queries/hook-conversation.js'
import type { evidenceOf } from '../../../projections/queries/evidence.js'
import type { turnsOf } from '../../../projections/queries/turns.js'
import type { stripOf } from '../../../projections/queries/strip.js'
import type { SessionFacets } from '../../../projections/queries/session-facets.js'
import type { SessionMatch } from '../../../projections/queries/session-filter.js'
import type { GroupQuery, SessionGroups } from '../../../projections/queries/session-groups.js'
import type { SessionPlaces, SessionQuery } from '../../../projections/queries/session-places.js'
import type { OneProject, OneProjectQuery, ProjectPage, ProjectQuery } from '../../../projections/queries/projects.js'
import type { InsightQuery } from '../../../projections/queries/insights/scope.js'
import type { TabQuery } from '../../../projections/queries/insights/tab-query.js'
import type { DailyCostsQuery } from '../../../projections/queries/reports/daily-costs.js'
import type { UsageQuery, UsageReport } from '../../../projections/queries/reports/usage.js'
import type { Closed } from '../../threads/gate.js'
import type { Gone } from '../erase.js'
import type { Insights } from './insights.js'
import type { PeriodInsights } from './period-insights.js'

export interface SideData {
  /** The service's database. */
  readonly source: string
  /** The file for derived data. */
  readonly path: string
  /** The folder with copies of transcripts. */
  readonly archive: string | null
  /** Whether following the log must pause, because hooks come first. */
  readonly closed: Closed
}

type TabAsked = readonly [visibility: Visibility, query: TabQuery, now: Instant]

export interface SideAsks {
  find(visibility: Visibility, query: EventSearch): EventPage
  search(visibility: Visibility, query: ConversationQuery): ConversationHits
  searchSessions(visibility: Visibility, query: ConversationGroupQuery): ConversationGroups
  agents(visibility: Visibility, query: AgentQuery): AgentShape[]
  evidence(visibility: Visibility, lane: number): ReturnType<typeof evidenceOf>
  turns(visibility: Visibility, stream: number): ReturnType<typeof turnsOf>
  strip(visibility: Visibility, stream: number, sessionId: string): ReturnType<typeof stripOf>
  hookPage(visibility: Visibility, stream: number, query: HookPageQuery): HookPage
  hookFind(visibility: Visibility, stream: number, query: HookFindQuery): ReturnType<typeof hookFind>
  hookLine(visibility: Visibility, stream: number, line: number): ReturnType<typeof hookLine>
  sessions(visibility: Visibility, query: SessionQuery): SessionPlaces
  sessionFacets(visibility: Visibility, query: SessionMatch): SessionFacets
  sessionGroups(visibility: Visibility, query: GroupQuery, now: Instant): SessionGroups
  projects(visibility: Visibility, query: ProjectQuery): ProjectPage
  project(visibility: Visibility, query: OneProjectQuery): OneProject | undefined
  workflows(visibility: Visibility, query: InsightQuery, now: Instant): ReturnType<Insights['workflows']>
  skills(visibility: Visibility, query: InsightQuery): ReturnType<Insights['skills']>
  analytics(visibility: Visibility, query: InsightQuery, at: AskedAt): ReturnType<Insights['analytics']>
  analyticsBetween(...asked: Parameters<PeriodInsights['analytics']>): ReturnType<PeriodInsights['analytics']>
  finished(visibility: Visibility, query: InsightQuery): ReturnType<Insights['finished']>
  costTab(...asked: TabAsked): ReturnType<PeriodInsights['cost']>
  activityTab(...asked: TabAsked): ReturnType<PeriodInsights['activity']>
  toolsTab(...asked: TabAsked): ReturnType<PeriodInsights['tools']>
  agentsTab(...asked: TabAsked): ReturnType<PeriodInsights['agents']>
  errorsTab(...asked: TabAsked): ReturnType<PeriodInsights['errors']>
  usage(visibility: Visibility, query: UsageQuery, now: Instant): UsageReport
  dailyCosts(visibility: Visibility, query: DailyCostsQuery): CostByDay
  /** Processes what was committed. Answered when nothing is left. */
  follow(): Promise<void>
  /** Forgets erased sessions and rows. Answered when no query finds them; their text is removed from the file later. */
  forget(gone: readonly Gone[]): void
}

/** The conversation with the side thread. */
export interface SideProtocol {
  readonly asks: SideAsks
  readonly streams: object
  readonly news: never
  /** One line about an error that belongs to no question. */
  readonly reports: string
}
