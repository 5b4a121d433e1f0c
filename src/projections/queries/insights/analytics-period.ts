import type { Visibility } from '../../../domain/access/visibility.js'
import { toUsd } from '../../../domain/pricing/cost.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import { type Zone } from '../../../domain/reports/zone.js'
import { AGENT_STATUSES, SESSION_STATUSES } from '../../../domain/session/status.js'
import { MINUTE, QUARTER } from '../../../domain/time.js'
import type { PriceBook } from '../../pricing/price-book.js'
import type { Reader } from '../../sql.js'
import type { Scope } from '../filter.js'
import { usedBetween } from '../reports/sessions.js'
import { pricerOf, Tally } from '../reports/tally.js'
import { byDate, joinedDays, type SumsOf } from './tab-query.js'

const TOOLS = 20

/**
 * Builds `GET /api/analytics` for a period: what happened in it. Sessions count when they were active in it, agents when they
 * started in it; the statuses are those of now.
 * @param offset the caller's zone, as JavaScript's `getTimezoneOffset` gives it
 */
export const analyticsBetween = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  sumsOf: SumsOf,
  scope: Scope,
  between: Between,
  offset: number,
) => {
  const sums = sumsOf(between, {
    topics: ['active', 'counts', 'calls', 'agents'],
    hourOf: (quarter) => Math.floor((quarter * (QUARTER / MINUTE) - offset) / 60),
    series: (kind) => (kind === 'event' ? 'events' : kind === 'started' ? 'started' : null),
  })
  const tally = sums.tally()
  const named = (kind: string) => tally.of(kind).map(({ parts: [name = ''], n }) => ({ name, n }))
  const total = new Tally()
  const price = pricerOf(book)
  const zone: Zone = { name: 'caller', offsetAt: () => offset }
  const { rows } = usedBetween(db, visibility, { ...scope, zone, ...between, cwds: [], models: [] })
  for (const row of rows) total.addOf(row, price(row))
  const agents = { ...zeros(AGENT_STATUSES), ...countsOf(named('agent-status')) }
  const sessions = { ...zeros(SESSION_STATUSES), ...countsOf(named('session')) }
  const events = named('event').reduce((sum, { n }) => sum + n, 0)
  return {
    tokens: {
      total_input: total.input,
      total_output: total.output,
      total_cache_read: total.cacheRead,
      total_cache_write: total.cacheWrite,
    },
    tool_usage: named('tool')
      .slice(0, TOOLS)
      .map(({ name, n }) => ({ tool_name: name, count: n })),
    daily_events: byDate(joinedDays(sums.series.get('events'))),
    daily_sessions: byDate(joinedDays(sums.series.get('started'))),
    agent_types: named('agent-type').map(({ name, n }) => ({ subagent_type: name || null, count: n })),
    event_types: named('event').map(({ name, n }) => ({ event_type: name, count: n })),
    avg_events_per_session: sums.active.length === 0 ? 0 : Math.round((events / sums.active.length) * 10) / 10,
    total_subagents: tally.get('subagents'),
    overview: {
      total_sessions: sums.active.length,
      active_sessions: sessions['active'] ?? 0,
      active_agents: (agents['working'] ?? 0) + (agents['waiting'] ?? 0),
      total_agents: tally.get('agents'),
      total_events: events,
    },
    agents_by_status: agents,
    sessions_by_status: sessions,
    total_cost: toUsd(total.cost),
  }
}

const zeros = (names: readonly string[]): Record<string, number> => Object.fromEntries(names.map((name) => [name, 0]))
const countsOf = (named: readonly { readonly name: string; readonly n: number }[]): Record<string, number> =>
  Object.fromEntries(named.map(({ name, n }) => [name, n]))
