import type { Visibility } from '../../domain/access/visibility.js'
import { civilDate, DAY, type Instant, QUARTER, startOfDay } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { countsByDay, countsByType } from './events.js'
import type { Scope } from './filter.js'
import type { PriceBook } from './price-book.js'
import { globalStats } from './stats.js'
import type { FinishedCalls } from './tools.js'

/** Figures that sum up sessions, made behind the log. */
export interface InsightCounts {
  readonly tools: readonly Named[]
  readonly finished: readonly FinishedCalls[]
  /** Agents by kind; the main agents and those of no kind under the empty text. */
  readonly agentTypes: readonly Named[]
  /** Sessions by the quarter of an hour they began in. */
  readonly started: readonly Named[]
}

interface Named {
  readonly name: string
  readonly n: number
}

const DAYS = 365
const TOOLS = 20

/** The answer of `GET /api/analytics` (contract 1, Global stats and analytics); days are those of the caller's zone. */
export const analyticsOf = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  scope: Scope,
  counts: InsightCounts,
  at: { readonly now: Instant; readonly offset: number },
) => {
  const today = startOfDay(at.now, at.offset)
  const stats = globalStats(db, visibility, book, scope, today)
  const since = today - (DAYS - 1) * DAY
  const { total_sessions, active_sessions, active_agents, total_agents, total_events } = stats
  return {
    tokens: {
      total_input: stats.tokens.input_tokens,
      total_output: stats.tokens.output_tokens,
      total_cache_read: stats.tokens.cache_read_tokens,
      total_cache_write: stats.tokens.cache_write_tokens,
    },
    tool_usage: counts.tools.slice(0, TOOLS).map(({ name, n }) => ({ tool_name: name, count: n })),
    daily_events: countsByDay(db, visibility, scope, since, at.offset),
    daily_sessions: byDay(counts.started, since, at.offset),
    agent_types: counts.agentTypes.map(({ name, n }) => ({ subagent_type: name || null, count: n })),
    event_types: countsByType(db, visibility, scope),
    avg_events_per_session: total_sessions === 0 ? 0 : Math.round((total_events / total_sessions) * 10) / 10,
    total_subagents: counts.agentTypes
      .filter(({ name }) => name !== '' && name !== 'compaction')
      .reduce((sum, { n }) => sum + n, 0),
    overview: { total_sessions, active_sessions, active_agents, total_agents, total_events },
    agents_by_status: stats.agents_by_status,
    sessions_by_status: stats.sessions_by_status,
    total_cost: stats.total_cost,
  }
}

const byDay = (quarters: readonly Named[], since: Instant, offset: number) => {
  const days = new Map<string, number>()
  for (const { name, n } of quarters) {
    const at = Number(name) * QUARTER
    if (at < since) continue
    const date = civilDate(at, offset)
    days.set(date, (days.get(date) ?? 0) + n)
  }
  return [...days].map(([date, count]) => ({ date, count })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
