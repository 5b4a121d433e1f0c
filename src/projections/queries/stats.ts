import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { AGENT_STATUSES, SESSION_STATUSES } from '../../domain/session/status.js'
import { iso, type Instant, type Span } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { NO_USAGE, sumOfUsage, type UsageTotals, usageOfAll, usageOfSessions, usageOfSessionsIn } from './costs.js'
import { countEvents, countEventsIn } from './events.js'
import { Filter, type Scope } from './filter.js'
import { directoriesOfLane } from './lane-sessions.js'
import type { PriceBook } from '../pricing/price-book.js'

const byStatus = (
  rows: readonly { status: string; n: number }[],
  statuses: readonly string[],
): Record<string, number> => {
  const counts: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]))
  for (const { status, n } of rows) counts[status] = n
  return counts
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0)

const scoped = (visibility: Visibility, scope: Scope): Filter =>
  new Filter(visibility, 'owner').in('source', scope.sources).in('provider', scope.providers)

/** Returns the number of sessions by status, with every status present. */
export const sessionsByStatus = (db: Reader, visibility: Visibility, scope: Scope): Record<string, number> => {
  const filter = scoped(visibility, scope)
  return byStatus(
    db.all(`select status, sum(n) as n from p_session_group ${filter.where} group by status`, ...filter.params),
    SESSION_STATUSES,
  )
}

/** Returns the number of sessions of each owner. */
export const sessionsByOwner = (db: Reader, visibility: Visibility): ReadonlyMap<string, number> => {
  const { where, params } = new Filter(visibility, 'owner')
  const rows = db.all<{ owner: string; n: number }>(
    `select owner, sum(n) as n from p_session_group ${where} group by owner`,
    ...params,
  )
  return new Map(rows.map(({ owner, n }) => [owner, n]))
}

/** Returns the number of agents by status, with every status present. */
export const agentsByStatus = (db: Reader, visibility: Visibility, scope: Scope): Record<string, number> => {
  const filter = scoped(visibility, scope)
  return byStatus(
    db.all(
      `select status, sum(n) as n from (
         select main_status as status, n from p_session_group ${filter.whereAnd(`main_status <> ''`)}
         union all select status, n from p_agent_group ${filter.where}
       ) group by status`,
      ...filter.params,
      ...filter.params,
    ),
    AGENT_STATUSES,
  )
}

const tokensOf = (usage: UsageTotals) => ({
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
  cache_read_tokens: usage.cache_read_tokens,
  cache_write_tokens: usage.cache_write_tokens,
})

interface Counted {
  readonly sessions: Record<string, number>
  readonly agents: Record<string, number>
  readonly usage: UsageTotals
  readonly usageToday: UsageTotals
  readonly events: number
  readonly eventsToday: number
}

const figuresOf = ({ sessions, agents, usage, usageToday, events, eventsToday }: Counted) => ({
  total_sessions: sum(sessions),
  active_sessions: sessions['active'] ?? 0,
  active_agents: (agents['working'] ?? 0) + (agents['waiting'] ?? 0),
  total_agents: sum(agents),
  total_events: events,
  events_today: eventsToday,
  agents_by_status: agents,
  sessions_by_status: sessions,
  tokens: tokensOf(usage),
  total_cost: toUsd(usage.cost),
  cost_today: toUsd(usageToday.cost),
  unpriced: usage.unpriced,
  unpriced_today: usageToday.unpriced,
})

/** Builds the figures of `GET /api/stats`; `today` is the caller's day. */
export const globalStats = (db: Reader, visibility: Visibility, book: PriceBook, scope: Scope, today: Span) =>
  figuresOf({
    sessions: sessionsByStatus(db, visibility, scope),
    agents: agentsByStatus(db, visibility, scope),
    usage: usageOfAll(db, visibility, book, scope, null),
    usageToday: usageOfAll(db, visibility, book, scope, today),
    events: countEvents(db, visibility, scope),
    eventsToday: countEventsIn(db, visibility, scope, today),
  })

/** Builds the same figures of the sessions of one lane. They are few, so their rows are counted. */
export const laneStats = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { lane, ...scope }: Scope & { readonly lane: number },
  today: Span,
) => {
  const directories = directoriesOfLane(db, visibility, lane) ?? []
  const own = scoped(visibility, scope).and(
    `cwd in (select value from json_each(?)) and source = 'local'`,
    JSON.stringify(directories),
  )
  const streams = db
    .all<{ stream: number }>(`select stream from p_session ${own.where}`, ...own.params)
    .map(({ stream }) => stream)
  const inLane = (): Filter =>
    new Filter(visibility, 'stream').and('stream in (select value from json_each(?))', JSON.stringify(streams))
  const ofLane = inLane()
  const counts = (from: string) =>
    db.all<{ status: string; n: number }>(`select status, count(*) as n from ${from} group by status`, ...ofLane.params)
  const eventsIn = (filter: Filter): number =>
    db.get<{ n: number }>(`select count(*) as n from p_event ${filter.where}`, ...filter.params)?.n ?? 0
  const isInLane = new Set(streams)
  const usedToday = [...usageOfSessionsIn(db, visibility, book, today)].filter(([stream]) => isInLane.has(stream))
  return figuresOf({
    sessions: byStatus(counts(`p_session ${ofLane.where}`), SESSION_STATUSES),
    agents: byStatus(
      counts(
        `(select main_status as status, stream from p_session where main_status is not null
          union all select status, stream from p_agent) ${ofLane.where}`,
      ),
      AGENT_STATUSES,
    ),
    usage: sumOfUsage([...usageOfSessions(db, visibility, book, streams).values()]),
    usageToday: sumOfUsage(usedToday.map(([, usage]) => usage)),
    events: eventsIn(ofLane),
    eventsToday: eventsIn(inLane().and('at >= ? and at < ?', today.from, today.to)),
  })
}

/** Builds the figures of one session, all counted by the database. */
export const sessionStats = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
  sessionId: string,
) => {
  const own = new Filter(visibility, 'stream').and('stream = ?', stream)
  const events_by_type = db.all<{ event_type: string; count: number }>(
    `select type as event_type, count(*) as count from p_event ${own.where} group by type order by count desc, type`,
    ...own.params,
  )
  const edges = db.get<{ first: Instant | null; last: Instant | null; errors: number }>(
    `select min(at) as first, max(at) as last, coalesce(sum(
       type like '%error%' or type like '%failed%' or summary like '%error%' or summary like '%failed%'), 0) as errors
     from p_event ${own.where}`,
    ...own.params,
  )
  const tools = db.all<{ tool_name: string; count: number }>(
    `select tool as tool_name, count(*) as count from p_call ${own.where} and repeats = 0 and tool <> '' group by tool
     order by count desc, tool`,
    ...own.params,
  )
  const agents = db.all<{ type: string; subagent_type: string | null; status: string; n: number }>(
    `select 'main' as type, null as subagent_type, main_status as status, 1 as n from p_session
       ${own.whereAnd('main_status is not null')}
     union all
     select type, subagent_type, status, count(*) from p_agent ${own.where} group by type, subagent_type, status`,
    ...own.params,
    ...own.params,
  )
  const count = (matches: (agent: (typeof agents)[number]) => boolean): number =>
    agents.filter(matches).reduce((total, { n }) => total + n, 0)
  const isCompaction = (agent: (typeof agents)[number]): boolean => agent.subagent_type === 'compaction'
  const types = new Map<string, number>()
  for (const agent of agents) {
    if (agent.type !== 'subagent' || isCompaction(agent)) continue
    const type = agent.subagent_type ?? 'unknown'
    types.set(type, (types.get(type) ?? 0) + agent.n)
  }
  const statuses: Record<string, number> = {}
  for (const { status, n } of agents) statuses[status] = (statuses[status] ?? 0) + n
  return {
    session_id: sessionId,
    total_events: events_by_type.reduce((total, row) => total + row.count, 0),
    events_by_type,
    tools_used: tools.slice(0, 15),
    error_count: edges?.errors ?? 0,
    first_event_at: iso(edges?.first ?? null),
    last_event_at: iso(edges?.last ?? null),
    agents: {
      total: count(() => true),
      main: count(({ type }) => type === 'main'),
      subagent: count((agent) => agent.type === 'subagent' && !isCompaction(agent)),
      compaction: count(isCompaction),
      by_status: statuses,
    },
    subagent_types: [...types]
      .map(([subagent_type, n]) => ({ subagent_type, count: n }))
      .toSorted((a, b) => b.count - a.count),
    tokens: tokensOf(usageOfSessions(db, visibility, book, [stream]).get(stream) ?? NO_USAGE),
    tool_call_count: tools.reduce((total, { count: n }) => total + n, 0),
    distinct_tool_count: tools.length,
  }
}
