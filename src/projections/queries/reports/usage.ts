import type { Visibility } from '../../../domain/access/visibility.js'
import type { Money } from '../../../domain/pricing/cost.js'
import { dayIn, zoneNamed } from '../../../domain/reports/zone.js'
import { civilDate, DAY, type Instant, iso } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import type { Scope } from '../filter.js'
import { type ProjectOf, projectFinder } from '../project-directories.js'
import type { PriceBook } from '../../pricing/price-book.js'
import { type ReportQuery, usageByDay } from './days.js'
import { sessionDays, type UsedSession } from './sessions.js'
import { pricerOf, Tally, tallyOf, type UsageSums } from './tally.js'

/** The query of a usage report: a `ReportQuery` that can be sent to another thread. */
export interface UsageQuery extends Scope {
  /** A name that `zoneNamed` knows. */
  readonly timezone: string
  /** Civil days in the zone, counted from 1970, both inclusive; null means no bound. */
  readonly since: number | null
  readonly until: number | null
}

export type UsageReport = ReturnType<typeof usageReport>

/** The directory of a project; null for sessions whose directory was never reported. */
type Project = string | null

interface Day {
  readonly all: Tally
  readonly projects: Map<Project, Tally>
  readonly sessions: Set<number>
}

/**
 * Builds the usage and cost of a time range: by day, by model and by project, and the total of the range of the same length
 * before it. The figures match the reports in the terminal.
 */
export const usageReport = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { timezone, ...asked }: UsageQuery,
  now: Instant,
) => {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`unknown time zone ${timezone}`)
  const query = { ...asked, zone }
  const before = timeBefore(query, now)
  const { totals, days, models, projects } = usageFigures(
    sessionDays(db, visibility, query),
    pricerOf(book),
    (model) => book.ruleFor(model) !== null,
    projectFinder(db, visibility),
  )
  return {
    timezone,
    since: dateOf(query.since),
    until: dateOf(query.until),
    totals,
    previous: before === null ? null : joined(usageByDay(db, visibility, book, before).values()).shape,
    days,
    models,
    projects,
  }
}

type Used = ReturnType<typeof sessionDays>

/** Sums the usage of sessions: in total, by day, by model and by project. */
export const usageFigures = (
  { sessions, rows }: Used,
  price: (row: UsageSums) => Money,
  hasPrice: (model: string) => boolean,
  projectOf: ProjectOf,
) => {
  const projectBy = new Map(sessions.map(({ stream, cwd }) => [stream, projectOf(cwd)]))
  const total = new Tally()
  const days = new Map<number, Day>()
  const projects = new Map<Project, Tally>()
  const usedBy = new Map<string, Set<number>>()
  for (const row of rows) {
    const cwd = projectBy.get(row.stream) ?? null
    const cost = price(row)
    const day = days.get(row.local) ?? { all: new Tally(), projects: new Map(), sessions: new Set() }
    days.set(row.local, day)
    day.sessions.add(row.stream)
    for (const tally of [total, day.all, tallyOf(day.projects, cwd), tallyOf(projects, cwd)]) tally.addOf(row, cost)
    usedBy.set(row.model, (usedBy.get(row.model) ?? new Set()).add(row.stream))
  }
  return {
    totals: { sessions: sessions.length, ...total.shape },
    days: [...days]
      .toSorted(([a], [b]) => a - b)
      .map(([day, { all, projects: parts, sessions: worked }]) => ({
        date: civilDate(day * DAY),
        sessions: worked.size,
        ...all.shape,
        models: all.models.map(({ model, total_tokens, cost }) => ({ model, total_tokens, cost })),
        projects: [...parts].map(([cwd, { shape }]) => ({ cwd, total_tokens: shape.total_tokens, cost: shape.cost })),
      })),
    models: total.models.map(({ model, ...shape }) => ({
      model,
      sessions: usedBy.get(model)?.size ?? 0,
      has_price: hasPrice(model),
      ...shape,
    })),
    projects: projectsOf(projects, sessions, projectBy),
  }
}

const dateOf = (day: number | null): string | null => (day === null ? null : civilDate(day * DAY))

const joined = (tallies: Iterable<Tally>): Tally => {
  const total = new Tally()
  for (const tally of tallies) total.join(tally)
  return total
}

/** Returns the range of equal length before the report; null if it has no first day, or no days. */
const timeBefore = (query: ReportQuery, now: Instant): ReportQuery | null => {
  const { since, until, zone } = query
  if (since === null) return null
  const length = (until ?? dayIn(zone, now)) - since + 1
  return length < 1 ? null : { ...query, since: since - length, until: since - 1 }
}

/** Returns the projects, the most expensive first. */
const projectsOf = (
  tallies: ReadonlyMap<Project, Tally>,
  sessions: readonly UsedSession[],
  projectBy: ReadonlyMap<number, Project>,
) => {
  const worked = new Map<Project, { sessions: number; lastAt: Instant }>()
  for (const { stream, last_at: lastAt } of sessions) {
    const cwd = projectBy.get(stream) ?? null
    // Sessions are ordered by their last activity, newest first.
    const project = worked.get(cwd) ?? { sessions: 0, lastAt }
    project.sessions += 1
    worked.set(cwd, project)
  }
  return [...tallies]
    .map(([cwd, { shape }]) => {
      const { sessions: many = 0, lastAt = 0 } = worked.get(cwd) ?? {}
      return { cwd, sessions: many, last_activity: iso(lastAt), ...shape }
    })
    .toSorted((a, b) => b.cost - a.cost || b.total_tokens - a.total_tokens)
}
