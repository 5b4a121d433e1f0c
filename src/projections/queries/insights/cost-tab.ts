import type { Visibility } from '../../../domain/access/visibility.js'
import { type Instant, iso } from '../../../domain/time.js'
import type { PriceBook } from '../../pricing/price-book.js'
import type { Reader } from '../../sql.js'
import { projectFinder } from '../project-directories.js'
import { usedBetween } from '../reports/sessions.js'
import { pricerOf, type Tally, tallyOf } from '../reports/tally.js'
import { usageFigures } from '../reports/usage.js'
import { hoursIn, periodOf, type SumsOf, type TabQuery } from './tab-query.js'

const SESSIONS = 50

/**
 * Builds the Cost tab. A reply counts at its time, with the price of its date. A session counts when a reply of it lies in the
 * period, and its model is that of the reply. Agent time is time in the state `working`.
 */
export const costTab = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  sumsOf: SumsOf,
  query: TabQuery,
  now: Instant,
) => {
  const { zone, between, previous } = periodOf(query, now)
  const price = pricerOf(book)
  const { sources, providers, cwd: cwds, model: models } = query
  const usedIn = ({ from, to }: typeof between) =>
    usedBetween(db, visibility, { sources, providers, zone, from, to, cwds, models })
  const projectOf = projectFinder(db, visibility)
  const figuresIn = (used: ReturnType<typeof usedIn>) =>
    usageFigures(used, price, (model) => book.ruleFor(model) !== null, projectOf)
  const used = usedIn(between)
  const { totals, days, models: byModel, projects } = figuresIn(used)
  const before = previous === null ? null : figuresIn(usedIn(previous))
  const costBefore = new Map(before?.projects.map(({ cwd, cost }) => [cwd, cost]))
  const bySession = new Map<number, Tally>()
  for (const row of used.rows) tallyOf(bySession, row.stream).addOf(row, price(row))
  const { hours } = sumsOf(between, {
    topics: ['time'],
    hourOf: hoursIn(zone),
    hourly: (kind, [state]) => kind === 'time' && state === 'working',
  })
  return {
    totals,
    previous: before === null ? null : before.totals,
    days,
    models: byModel,
    projects: projects.map((project) => ({
      ...project,
      previous_cost: before === null ? null : (costBefore.get(project.cwd) ?? 0),
    })),
    sessions: used.sessions
      .map(({ stream, id, name, cwd, last_at }) => {
        const { cost, total_tokens } = tallyOf(bySession, stream).shape
        return { session_id: id, name, cwd: projectOf(cwd), last_activity: iso(last_at), total_tokens, cost }
      })
      .toSorted((a, b) => b.cost - a.cost || b.total_tokens - a.total_tokens)
      .slice(0, SESSIONS),
    hours: [...hours]
      .toSorted(([a], [b]) => a - b)
      .map(([hour, ms]) => ({ weekday: Math.floor(hour / 24), hour: hour % 24, ms })),
  }
}
