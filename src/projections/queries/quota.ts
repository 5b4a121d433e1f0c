import type { Visibility } from '../../domain/access/visibility.js'
import { lastsAbout } from '../../domain/limit-window.js'
import { toUsd } from '../../domain/pricing/cost.js'
import type { StatusReading } from '../../domain/statusline/reading.js'
import { DAY, type Instant, iso, MINUTE, QUARTER, quarterOf } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { type PlanLimit, planLimits, seenReadings } from './limits.js'
import { NO_USAGE, usageOfAll, usageOfSessionsIn, type UsageTotals } from './costs.js'
import { Filter } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'

const EVERYTHING = { sources: [], providers: [] }
const BURN_QUARTERS = 4

/** Returns how much of the plan is left, how full each context is, and the current rate of tokens and cost. */
export const quotaOf = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  readings: readonly StatusReading[],
  now: Instant,
) => {
  const recent = readings.filter(({ at }) => at > now - DAY)
  const names = namesOf(db, visibility, recent)
  return {
    accounts: planLimits(db, visibility, readings, now).map(accountShape),
    sessions: seenReadings(db, visibility, recent).map((reading) => ({
      session_id: reading.session,
      session_name: names.get(reading.session) ?? null,
      model: reading.model,
      context: {
        used_percentage: reading.context.usedPercent,
        window_size: reading.context.size,
        exceeds_200k_tokens: reading.context.over200k,
      },
      as_of: iso(reading.at),
    })),
    burn: burnOf(db, visibility, book, now),
  }
}

const namesOf = (
  db: Reader,
  visibility: Visibility,
  readings: readonly StatusReading[],
): ReadonlyMap<string, string> => {
  const { where, params } = new Filter(visibility, 'owner').and(
    'id in (select value from json_each(?))',
    JSON.stringify(readings.map(({ session }) => session)),
  )
  const rows = db.all<{ id: string; name: string }>(`select id, name from p_session ${where}`, ...params)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const FIVE_HOURS = 300
const SEVEN_DAYS = 10_080

const accountShape = ({ source, provider, limit, name, plan, at, windows }: PlanLimit) => {
  const shapes = windows.map(({ minutes, usedPercent, resetsAt }) => ({
    minutes,
    used_percentage: usedPercent,
    resets_at: iso(resetsAt),
  }))
  const lasting = (length: number) => {
    const found = shapes.find(({ minutes }) => lastsAbout(minutes, length))
    return found === undefined ? null : { used_percentage: found.used_percentage, resets_at: found.resets_at }
  }
  return {
    source,
    provider,
    limit: name ?? limit,
    plan,
    five_hour: lasting(FIVE_HOURS),
    seven_day: lasting(SEVEN_DAYS),
    windows: shapes,
    as_of: iso(at),
  }
}

/** Returns the rate over the quarter hours of the last hour; the newest one is not complete yet. */
const burnOf = (db: Reader, visibility: Visibility, book: PriceBook, now: Instant) => {
  const from = (quarterOf(now) - BURN_QUARTERS + 1) * QUARTER
  const span = { from, to: from + BURN_QUARTERS * QUARTER }
  const minutes = Math.max(1, (now - from) / MINUTE)
  const used = usageOfAll(db, visibility, book, EVERYTHING, span)
  const tokens = used.input_tokens + used.output_tokens + used.cache_read_tokens + used.cache_write_tokens
  return {
    since: iso(from),
    ...spent(used, minutes),
    tokens,
    tokens_per_minute: Math.round(tokens / minutes),
    sessions: sessionsIn(db, visibility, usageOfSessionsIn(db, visibility, book, span), minutes),
  }
}

const spent = (used: UsageTotals, minutes: number) => ({
  cost: toUsd(used.cost),
  unpriced: used.unpriced,
  usd_per_hour: Math.round((toUsd(used.cost) / minutes) * 60 * 1e10) / 1e10,
})

const sessionsIn = (db: Reader, visibility: Visibility, used: ReadonlyMap<number, UsageTotals>, minutes: number) => {
  const { where, params } = new Filter(visibility, 'owner').and(
    'stream in (select value from json_each(?))',
    JSON.stringify([...used.keys()]),
  )
  return db
    .all<{ stream: number; id: string }>(`select stream, id from p_session ${where} order by id`, ...params)
    .map(({ stream, id }) => ({ session_id: id, ...spent(used.get(stream) ?? NO_USAGE, minutes) }))
}
