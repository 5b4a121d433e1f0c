import type { Visibility } from '../../../domain/access/visibility.js'
import { dayIn, zoneNamed } from '../../../domain/reports/zone.js'
import { civilDate, DAY, type Instant } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import type { Scope } from '../filter.js'
import type { PriceBook } from '../price-book.js'
import { type ReportQuery, usageByDay } from './days.js'
import { usageBySession } from './sessions.js'
import { Tally } from './tally.js'

/** What a usage report is asked about: a `ReportQuery` that can be sent to another thread. */
export interface UsageQuery extends Scope {
  /** A name that `zoneNamed` knows. */
  readonly timezone: string
  /** Civil days in the zone, counted from 1970; both belong to the report, null is no bound. */
  readonly since: number | null
  readonly until: number | null
}

export type UsageReport = ReturnType<typeof usageReport>

/**
 * What was used and what it cost in a time: by day, by model and by project (the directory that a session works in), and
 * in the time of the same length before it. The figures are those of the reports in the terminal.
 */
export const usageReport = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { timezone, ...asked }: UsageQuery,
  now: Instant,
) => {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`there is no time zone ${timezone}`)
  const query = { ...asked, zone }
  const days = usageByDay(db, visibility, book, query)
  const sessions = usageBySession(db, visibility, book, query)
  const total = joined(days.values())
  const before = timeBefore(query, now)
  return {
    timezone,
    since: dateOf(query.since),
    until: dateOf(query.until),
    totals: { sessions: sessions.length, ...total.shape },
    previous: before === null ? null : joined(usageByDay(db, visibility, book, before).values()).shape,
    days: [...days].map(([day, tally]) => ({ date: civilDate(day * DAY), ...tally.shape, models: tally.models })),
    models: modelsOf(sessions, total, book),
    projects: projectsOf(sessions),
  }
}

type SessionUsage = ReturnType<typeof usageBySession>[number]

const dateOf = (day: number | null): string | null => (day === null ? null : civilDate(day * DAY))

const joined = (tallies: Iterable<Tally>): Tally => {
  const total = new Tally()
  for (const tally of tallies) total.join(tally)
  return total
}

/** As many days, right before those of the report; null where it has no first day, or none at all. */
const timeBefore = (query: ReportQuery, now: Instant): ReportQuery | null => {
  const { since, until, zone } = query
  if (since === null) return null
  const length = (until ?? dayIn(zone, now)) - since + 1
  return length < 1 ? null : { ...query, since: since - length, until: since - 1 }
}

const modelsOf = (sessions: readonly SessionUsage[], total: Tally, book: PriceBook) => {
  const used = new Map<string, number>()
  for (const { tally } of sessions) for (const { model } of tally.models) used.set(model, (used.get(model) ?? 0) + 1)
  return total.models.map(({ model, ...shape }) => ({
    model,
    sessions: used.get(model) ?? 0,
    has_price: book.ruleFor(model) !== null,
    ...shape,
  }))
}

/** The dearest first; sessions that never said where they work are a project of their own. */
const projectsOf = (sessions: readonly SessionUsage[]) => {
  const projects = new Map<string | null, { tally: Tally; sessions: number; last_activity: string }>()
  for (const { cwd, tally, last_activity } of sessions) {
    const known = projects.get(cwd)
    // Sessions come in the order of their last activity, the newest first.
    if (known === undefined) projects.set(cwd, { tally: joined([tally]), sessions: 1, last_activity })
    else {
      known.tally.join(tally)
      known.sessions += 1
    }
  }
  return [...projects]
    .map(([cwd, { tally, ...project }]) => ({ cwd, ...project, ...tally.shape, models: tally.models }))
    .toSorted((a, b) => b.cost - a.cost || b.total_tokens - a.total_tokens)
}
