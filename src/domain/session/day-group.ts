import { dayIn, startOfCivilDay, type Zone } from '../reports/zone.js'
import type { Instant } from '../time.js'

/** The groups of a list of sessions by last activity. `month`: a month, as far as no other group has it. */
export const DAY_GROUPS = ['today', 'yesterday', 'week', 'month'] as const

/** A period of the list: `from` is inclusive, `to` exclusive and null for the newest group. */
export interface DayGroup {
  readonly kind: (typeof DAY_GROUPS)[number]
  readonly from: Instant
  readonly to: Instant | null
}

// A broken clock may date a session to 1970; older months are one group.
const MOST_MONTHS = 240

const DAY_MS = 86_400_000
const monthStart = (zone: Zone, year: number, month: number): Instant =>
  startOfCivilDay(zone, Math.floor(Date.UTC(year, month) / DAY_MS))

/**
 * Returns the groups that cover all times from `oldest` on, newest first: today, yesterday, the rest of the week (from Monday), and
 * months. A time in the future is today.
 */
export const dayGroups = (zone: Zone, now: Instant, oldest: Instant): readonly DayGroup[] => {
  const today = dayIn(zone, now)
  const [startOfToday, startOfYesterday] = [today, today - 1].map((day) => startOfCivilDay(zone, day)) as [
    Instant,
    Instant,
  ]
  // Days are counted from a Thursday.
  const monday = startOfCivilDay(zone, today - ((today + 3) % 7))
  const week = Math.min(monday, startOfYesterday)
  const groups: DayGroup[] = [
    { kind: 'today', from: startOfToday, to: null },
    { kind: 'yesterday', from: startOfYesterday, to: startOfToday },
  ]
  if (week < startOfYesterday) groups.push({ kind: 'week', from: week, to: startOfYesterday })
  let to = week
  const before = new Date(dayIn(zone, week - 1) * DAY_MS)
  for (let i = 0; i < MOST_MONTHS && to > oldest && to > 0; i++) {
    const from = i === MOST_MONTHS - 1 ? 0 : monthStart(zone, before.getUTCFullYear(), before.getUTCMonth() - i)
    groups.push({ kind: 'month', from, to })
    to = from
  }
  return groups
}
