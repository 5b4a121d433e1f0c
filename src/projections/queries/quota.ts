import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { current, type StatusReading, type Window } from '../../domain/statusline/reading.js'
import { DAY, type Instant, iso, MINUTE, QUARTER, quarterOf } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { NO_USAGE, usageOfAll, usageOfSessionsIn, type UsageTotals } from './costs.js'
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
  const seen = visibility.scope === 'nothing' ? [] : readings.filter(({ at }) => at > now - DAY)
  const names = namesOf(db, seen)
  return {
    accounts: accountsOf(seen, now),
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

const namesOf = (db: Reader, readings: readonly StatusReading[]): ReadonlyMap<string, string> =>
  new Map(
    db
      .all<{ id: string; name: string }>(
        'select id, name from p_session where id in (select value from json_each(?))',
        JSON.stringify(readings.map(({ session }) => session)),
      )
      .map(({ id, name }) => [id, name]),
  )

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
      five_hour: windowShape(limits.fiveHour, now),
      seven_day: windowShape(limits.sevenDay, now),
      as_of: iso(limits.at),
    },
  ]
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
    sessions: sessionsIn(db, usageOfSessionsIn(db, visibility, book, span), minutes),
  }
}

const spent = (used: UsageTotals, minutes: number) => ({
  cost: toUsd(used.cost),
  unpriced: used.unpriced,
  usd_per_hour: Math.round((toUsd(used.cost) / minutes) * 60 * 1e10) / 1e10,
})

const sessionsIn = (db: Reader, used: ReadonlyMap<number, UsageTotals>, minutes: number) =>
  db
    .all<{ stream: number; id: string }>(
      'select stream, id from p_session where stream in (select value from json_each(?)) order by id',
      JSON.stringify([...used.keys()]),
    )
    .map(({ stream, id }) => ({ session_id: id, ...spent(used.get(stream) ?? NO_USAGE, minutes) }))
