import type { Visibility } from '../../domain/access/visibility.js'
import { civilDate, DAY, type Instant, MINUTE, QUARTER, startOfDay, dayOf } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { countsByDay, countsByType } from './events.js'
import type { Scope } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'
import { globalStats } from './stats.js'

/** Figures summed over sessions, computed by the thread that follows the log. */
export interface InsightCounts {
  readonly tools: readonly Named[]
  /** Agents by type; the main agents and agents without a type have the empty text. */
  readonly agentTypes: readonly Named[]
  /** Agents except main agents and compactions, with or without a type. */
  readonly subagents: number
  /** Sessions by the day they started. */
  readonly started: readonly DayCount[]
}

/** The current time, and the caller's zone as JavaScript's `getTimezoneOffset` gives it. */
export interface AskedAt {
  readonly now: Instant
  readonly offset: number
}

interface DayCount {
  readonly date: string
  readonly count: number
}

interface Named {
  readonly name: string
  readonly n: number
}

const DAYS = 365
const TOOLS = 20

/** Builds the answer of `GET /api/analytics`; days are those of the caller's zone. */
export const analyticsOf = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  scope: Scope,
  counts: InsightCounts,
  at: AskedAt,
) => {
  const today = dayOf(at.now, at.offset)
  const stats = globalStats(db, visibility, book, scope, today)
  const { total_sessions, active_sessions, active_agents, total_agents, total_events } = stats
  return {
    tokens: {
      total_input: stats.tokens.input_tokens,
      total_output: stats.tokens.output_tokens,
      total_cache_read: stats.tokens.cache_read_tokens,
      total_cache_write: stats.tokens.cache_write_tokens,
    },
    tool_usage: counts.tools.slice(0, TOOLS).map(({ name, n }) => ({ tool_name: name, count: n })),
    daily_events: countsByDay(db, visibility, scope, firstDay(at), at.offset),
    daily_sessions: counts.started,
    agent_types: counts.agentTypes.map(({ name, n }) => ({ subagent_type: name || null, count: n })),
    event_types: countsByType(db, visibility, scope),
    avg_events_per_session: total_sessions === 0 ? 0 : Math.round((total_events / total_sessions) * 10) / 10,
    total_subagents: counts.subagents,
    overview: { total_sessions, active_sessions, active_agents, total_agents, total_events },
    agents_by_status: stats.agents_by_status,
    sessions_by_status: stats.sessions_by_status,
    total_cost: stats.total_cost,
  }
}

const firstDay = ({ now, offset }: AskedAt): Instant => startOfDay(now, offset) - (DAYS - 1) * DAY

/** Sums counts per quarter hour to the caller's days. */
export const byDay = (quarters: ReadonlyMap<string, number>, asked: AskedAt): readonly DayCount[] => {
  const since = firstDay(asked)
  const days = new Map<number, number>()
  for (const [quarter, n] of quarters) {
    const at = Number(quarter) * QUARTER
    if (at < since) continue
    const day = Math.floor((at - asked.offset * MINUTE) / DAY)
    days.set(day, (days.get(day) ?? 0) + n)
  }
  return [...days].toSorted(([a], [b]) => a - b).map(([day, count]) => ({ date: civilDate(day * DAY), count }))
}
