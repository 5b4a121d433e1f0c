import type { Visibility } from '../../../domain/access/visibility.js'
import { quantileOf } from '../../../domain/insights/durations.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import type { KeptOfSession, PeriodSums } from '../../../domain/insights/period-sums.js'
import type { ContextSize } from '../../../domain/pricing/context.js'
import { type Money, toUsd } from '../../../domain/pricing/cost.js'
import { type Instant, iso } from '../../../domain/time.js'
import type { Geo, Speed, Tier } from '../../../domain/transcript/facts/facts.js'
import type { PriceBook } from '../../pricing/price-book.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import { usedBetween } from '../reports/sessions.js'
import { pricerOf } from '../reports/tally.js'
import { namedSessions } from './named-sessions.js'
import { periodOf, type SumsOf, type TabQuery } from './tab-query.js'

const LISTED = 200
const TOPICS = ['active', 'agents'] as const

/**
 * Builds the Agents tab. A subagent counts when it starts and a compaction when it happens; the replies of subagents count at
 * their time. The cost of a type is that of its agents in the period, also of those that started before.
 */
export const agentsTab = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  sumsOf: SumsOf,
  query: TabQuery,
  now: Instant,
) => {
  const { zone, between, previous } = periodOf(query, now)
  const sums = sumsOf(between, {
    topics: [...TOPICS, 'spent'],
    bySession: (kind, parts) => (kind === 'spent' ? `spent ${parts.join(SEPARATOR)}` : KEPT.has(kind) ? kind : null),
  })
  const price = pricerOf(book)
  const spent = new Map<number, Money>()
  const byType = new Map<string, Money>()
  for (const { group, usage } of spentIn(sums.kept)) {
    const cost = price(usage)
    spent.set(group.stream, (spent.get(group.stream) ?? 0n) + cost)
    byType.set(usage.type, (byType.get(usage.type) ?? 0n) + cost)
  }
  const delegating = mostOf(sums.kept, 'subagents')
  const compacted = mostOf(sums.kept, 'compactions')
  const { sources, providers, cwd: cwds } = query
  const used = usedBetween(db, visibility, { sources, providers, zone, ...between, cwds, models: [] })
  const costs = new Map<number, Money>()
  const wanted = new Set(delegating.slice(0, LISTED).map(({ group }) => group.stream))
  for (const row of used.rows) {
    if (wanted.has(row.stream)) costs.set(row.stream, (costs.get(row.stream) ?? 0n) + price(row))
  }
  const names = namedSessions(
    db,
    visibility,
    [...delegating.slice(0, LISTED), ...compacted.slice(0, LISTED)].map(({ group }) => group.stream),
  )
  const lastAt = lastCompactions(db, visibility, compacted.slice(0, LISTED), between)
  const about = ({ group: { stream } }: KeptOfSession) => ({
    session_id: names.get(stream)?.id ?? '',
    name: names.get(stream)?.name ?? '',
    cwd: names.get(stream)?.cwd ?? null,
  })
  return {
    totals: totalsOf(sums),
    previous: previous === null ? null : totalsOf(sumsOf(previous, { topics: TOPICS })),
    types: typesOf(sums, byType),
    delegation: {
      sessions: delegating.length,
      list: delegating.slice(0, LISTED).map((session) => ({
        ...about(session),
        subagents: session.counts.get('subagents')?.n ?? 0,
        cost: toUsd(costs.get(session.group.stream) ?? 0n),
        subagent_cost: toUsd(spent.get(session.group.stream) ?? 0n),
      })),
    },
    compaction: {
      total: sums.get('compactions').n,
      sessions: compacted.length,
      list: compacted.slice(0, LISTED).map((session) => {
        const count = session.counts.get('compactions')?.n ?? 0
        return {
          ...about(session),
          count,
          context_tokens: Math.round((session.counts.get('recovered')?.n ?? 0) / Math.max(1, count)),
          last_at: iso(lastAt.get(session.group.stream) ?? null),
        }
      }),
    },
  }
}

const KEPT: ReadonlySet<string> = new Set(['subagents', 'compactions', 'recovered'])
const SEPARATOR = '\u001f'

const totalsOf = (sums: PeriodSums) => {
  const subagents = sums.get('subagents')
  return { runs: subagents.n, sessions_with_subagents: subagents.sessions, sessions: sums.active.length }
}

const typesOf = (sums: PeriodSums, costs: ReadonlyMap<string, Money>) => {
  const failed = new Map(sums.of('type-errors').map(({ parts: [type = ''], n }) => [type, n]))
  const types = new Map<string, { runs: number; lasted: Map<number, number> }>()
  for (const {
    parts: [type = '', bucket = ''],
    n,
  } of sums.of('run')) {
    const counts = types.get(type) ?? { runs: 0, lasted: new Map<number, number>() }
    types.set(type, counts)
    counts.runs += n
    if (bucket !== '') counts.lasted.set(Number(bucket), (counts.lasted.get(Number(bucket)) ?? 0) + n)
  }
  for (const type of costs.keys()) if (!types.has(type)) types.set(type, { runs: 0, lasted: new Map() })
  return [...types]
    .map(([type, { runs, lasted }]) => ({
      subagent_type: type,
      runs,
      failed: failed.get(type) ?? 0,
      median_ms: quantileOf(lasted, 0.5),
      p90_ms: quantileOf(lasted, 0.9),
      cost: toUsd(costs.get(type) ?? 0n),
    }))
    .toSorted((a, b) => b.runs - a.runs || b.cost - a.cost || (a.subagent_type < b.subagent_type ? -1 : 1))
}

/** Returns the sessions with the most of a counter first. */
const mostOf = (kept: readonly KeptOfSession[], key: string): readonly KeptOfSession[] =>
  kept
    .filter(({ counts }) => counts.has(key))
    .toSorted((a, b) => {
      const [one, other] = [a.counts.get(key), b.counts.get(key)]
      return (other?.n ?? 0) - (one?.n ?? 0) || (other?.last ?? 0) - (one?.last ?? 0) || b.group.stream - a.group.stream
    })

const FIELDS = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'webSearch',
  'webFetch',
  'codeExecution',
  'freeExecution',
] as const

/** Returns the usage of subagents by session, type, terms and day. */
function* spentIn(kept: readonly KeptOfSession[]) {
  for (const { group, counts } of kept) {
    const usages = new Map<string, Record<(typeof FIELDS)[number], number>>()
    for (const [key, { n }] of counts) {
      if (!key.startsWith('spent ')) continue
      const [type = '', day = '', field = '', ...terms] = key.slice('spent '.length).split(SEPARATOR)
      const name = [type, day, ...terms].join(SEPARATOR)
      const usage = usages.get(name) ?? { ...NOTHING }
      usages.set(name, usage)
      const column = FIELDS[Number(field)]
      if (column !== undefined) usage[column] += n
    }
    for (const [name, usage] of usages) {
      const [type = '', day = '', speed, geo, tier, context, ...model] = name.split(SEPARATOR)
      yield {
        group,
        usage: {
          ...usage,
          type,
          day: Number(day),
          model: model.join(SEPARATOR),
          speed: speed as Speed,
          geo: geo as Geo,
          tier: tier as Tier,
          context: Number(context) as ContextSize,
        },
      }
    }
  }
}

const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, 0])) as Record<(typeof FIELDS)[number], number>

const lastCompactions = (
  db: Reader,
  visibility: Visibility,
  sessions: readonly KeptOfSession[],
  { from, to }: Between,
): ReadonlyMap<number, Instant> => {
  const streams = JSON.stringify(sessions.map(({ group }) => group.stream))
  const filter = new Filter(visibility, 'stream')
    .and(`stream in (select value from json_each(?)) and subagent_type = 'compaction'`, streams)
    .and('started_at >= ? and started_at < ?', from, to)
  const rows = db.all<{ stream: number; at: Instant }>(
    `select stream, max(started_at) as at from p_agent ${filter.where} group by stream`,
    ...filter.params,
  )
  return new Map(rows.map(({ stream, at }) => [stream, at]))
}
