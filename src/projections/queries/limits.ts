import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import { current, type StatusReading, type Window } from '../../domain/statusline/reading.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { LimitWindow } from '../../domain/transcript/facts/facts.js'
import { DAY, type Instant, MINUTE } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A limit of a plan, as an agent reported it last. Windows that have reset since are left out. */
export interface PlanLimit {
  readonly source: string
  readonly provider: Provider
  /** Which limit of the plan; null for Claude Code, which reports one. */
  readonly limit: string | null
  readonly name: string | null
  readonly plan: string | null
  readonly at: Instant
  readonly windows: readonly LimitWindow[]
  /** The session that reported it. */
  readonly session: string
}

interface ReportedLimit extends PlanLimit {
  readonly owner: string
}

/** The longest window that a plan has. */
const LONGEST = 31 * DAY
/** More sessions than report a limit in that time. */
const MOST = 500

/** Returns the newest report of each limit, of each user and machine, without what is over: the limits of an old history are not current. */
export const reportedLimits = (db: Reader, visibility: Visibility, now: Instant): readonly ReportedLimit[] => {
  const { where, params } = new Filter(visibility, 's.owner').and('l.at > ?', now - LONGEST)
  const rows = db.all<Omit<ReportedLimit, 'windows'> & { readonly windows: string }>(
    `select s.owner, s.id as session, s.source, s.provider, l.limit_id as "limit", l.name, l.plan, l.at, l.windows
       from p_limit l join p_session s on s.stream = l.stream ${where} order by l.at desc limit ${MOST}`,
    ...params,
  )
  const newest = new Map<string, ReportedLimit>()
  for (const row of rows) {
    const key = JSON.stringify([row.owner, row.source, row.provider, row.limit])
    if (newest.has(key)) continue
    const windows = (JSON.parse(row.windows) as readonly LimitWindow[]).filter(
      ({ minutes, resetsAt }) => (resetsAt ?? row.at + minutes * MINUTE) > now,
    )
    newest.set(key, { ...row, windows })
  }
  return [...newest.values()].filter(({ windows }) => windows.length > 0)
}

const FIVE_HOURS = 300
const SEVEN_DAYS = 10_080

/**
 * Returns the limits of Claude Code in the newest status line that has them. A status line does not name its account: one machine is
 * assumed to use one account.
 */
const statusLimits = (readings: readonly StatusReading[], now: Instant): readonly PlanLimit[] => {
  const [newest] = readings
    .filter(({ fiveHour, sevenDay }) => fiveHour !== null || sevenDay !== null)
    .toSorted((a, b) => b.at - a.at)
  if (newest === undefined) return []
  const { session, at, fiveHour, sevenDay } = newest
  const windows = [...lasting(FIVE_HOURS, fiveHour, now), ...lasting(SEVEN_DAYS, sevenDay, now)]
  return [{ source: 'local', provider: 'claude', limit: null, name: null, plan: null, at, windows, session }]
}

const lasting = (minutes: number, window: Window | null, now: Instant): readonly LimitWindow[] => {
  const held = current(window, now)
  return held === null ? [] : [{ minutes, ...held }]
}

/** Returns the readings of sessions that a reader may see. Until the first hook of its session, nobody owns a reading. */
export const seenReadings = (
  db: Reader,
  visibility: Visibility,
  readings: readonly StatusReading[],
): readonly StatusReading[] => {
  if (seesEverything(visibility)) return readings
  const { where, params } = new Filter(visibility, 'owner').and(
    'id in (select value from json_each(?))',
    JSON.stringify(readings.map(({ session }) => session)),
  )
  const seen = new Set(db.all<{ id: string }>(`select id from p_session ${where}`, ...params).map(({ id }) => id))
  return readings.filter(({ session }) => seen.has(session))
}

/** Returns the limits of all plans: of Claude Code from its status lines of the last day, of Codex from its transcripts. */
export const planLimits = (
  db: Reader,
  visibility: Visibility,
  readings: readonly StatusReading[],
  now: Instant,
): readonly PlanLimit[] => {
  const recent = readings.filter(({ at }) => at > now - DAY)
  return [...statusLimits(seenReadings(db, visibility, recent), now), ...reportedLimits(db, visibility, now)]
}
