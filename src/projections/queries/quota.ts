import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { current, type StatusReading, type Window } from '../../domain/statusline/reading.js'
import { DAY, type Instant, iso, MINUTE, QUARTER, quarterOf } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { type ReportedLimit, reportedLimits } from './limits.js'
import { NO_USAGE, usageOfAll, usageOfSessionsIn, type UsageTotals } from './costs.js'
import { Filter } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'

const EVERYTHING = { sources: [], providers: [] }
const BURN_QUARTERS = 4

const windowShape = (window: Window | null, now: Instant) => {
  const held = current(window, now)
  return held === null ? null : { used_percentage: held.usedPercent, resets_at: iso(held.resetsAt) }
}

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
  // A reading may precede its session's first hook. Until then nobody owns it.
  const seen = recent.filter(({ session }) => seesEverything(visibility) || names.has(session))
  return {
    accounts: [...accountsOf(seen, now), ...reportedLimits(db, visibility, now).map((limit) => accountShape(limit))],
    sessions: seen.map((reading) => ({
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

/**
 * Returns the limits of the newest reading. A status line does not name its account: one machine is assumed to use one account.
 */
const accountsOf = (readings: readonly StatusReading[], now: Instant) => {
  const limits = readings.find(({ fiveHour, sevenDay }) => fiveHour !== null || sevenDay !== null)
  if (limits === undefined) return []
  return [
    {
      source: 'local',
      provider: 'claude' as const,
      limit: null,
      plan: null,
      five_hour: windowShape(limits.fiveHour, now),
      seven_day: windowShape(limits.sevenDay, now),
      windows: [
        ...shapeOfLength(FIVE_HOURS, windowShape(limits.fiveHour, now)),
        ...shapeOfLength(SEVEN_DAYS, windowShape(limits.sevenDay, now)),
      ],
      as_of: iso(limits.at),
    },
  ]
}

const shapeOfLength = (minutes: number, shape: ReturnType<typeof windowShape>) =>
  shape === null ? [] : [{ minutes, ...shape }]

const FIVE_HOURS = 300
const SEVEN_DAYS = 10_080
/** Codex has said 299 minutes for five hours. */
const SLACK = 0.02

const accountShape = ({ source, provider, limit, name, plan, at, windows }: ReportedLimit) => {
  const shapes = windows.map(({ minutes, usedPercent, resetsAt }) => ({
    minutes,
    used_percentage: usedPercent,
    resets_at: iso(resetsAt),
  }))
  const lasting = (length: number) => {
    const found = shapes.find(({ minutes }) => Math.abs(minutes - length) <= length * SLACK)
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
