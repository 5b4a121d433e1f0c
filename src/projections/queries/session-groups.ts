import type { Visibility } from '../../domain/access/visibility.js'
import { type Money, toUsd } from '../../domain/pricing/cost.js'
import { zoneNamed } from '../../domain/reports/zone.js'
import { type DayGroup, dayGroups } from '../../domain/session/day-group.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { sessionFilter, type SessionMatch } from './session-filter.js'
import type { SessionCosts } from './session-places.js'

export interface GroupQuery extends SessionMatch {
  readonly timezone: string
}

interface Sum {
  sessions: number
  cost: Money
}

/**
 * Returns the number and the cost of the matching sessions by the day of their last activity, in the groups of the list, and of
 * the pinned ones, which the list shows first and which no other group contains.
 */
export const groupsOfSessions = (
  db: Reader,
  visibility: Visibility,
  costs: SessionCosts,
  query: GroupQuery,
  now: Instant,
) => {
  const rowsOf = (pinned: 'only' | 'without') => {
    const { where, params } = sessionFilter(visibility, { ...query, pinned })
    return db.all<{ stream: number; at: Instant }>(
      `select stream, last_at as at from p_session ${where} order by last_at desc`,
      ...params,
    )
  }
  const pinned: Sum = { sessions: 0, cost: 0n }
  for (const { stream } of rowsOf('only')) add(pinned, costs.of(stream))
  const rows = rowsOf('without')
  const zone = zoneNamed(query.timezone) ?? zoneNamed('UTC')
  if (zone === undefined) throw new Error('UTC is unknown')
  const groups = dayGroups(zone, now, rows.at(-1)?.at ?? now)
  const sums = groups.map((group): { group: DayGroup; sum: Sum } => ({ group, sum: { sessions: 0, cost: 0n } }))
  // Both are newest first.
  let i = 0
  for (const { stream, at } of rows) {
    while (i < sums.length - 1 && at < (sums[i]?.group.from ?? 0)) i++
    const sum = sums[i]?.sum
    if (sum !== undefined) add(sum, costs.of(stream))
  }
  return {
    pinned: { sessions: pinned.sessions, cost: toUsd(pinned.cost) },
    groups: sums.flatMap(({ group, sum }) => (isShown(group, sum) ? [shapeOf(group, sum)] : [])),
  }
}

/** Today is always listed: a session of any other group may continue. */
const isShown = ({ kind }: DayGroup, { sessions }: Sum): boolean => kind === 'today' || sessions > 0

const add = (sum: Sum, cost: Money): void => {
  sum.sessions++
  sum.cost += cost
}

const shapeOf = ({ kind, from, to }: DayGroup, { sessions, cost }: Sum) => ({
  kind,
  from: iso(from),
  to: iso(to),
  sessions,
  cost: toUsd(cost),
})

export type SessionGroups = ReturnType<typeof groupsOfSessions>
