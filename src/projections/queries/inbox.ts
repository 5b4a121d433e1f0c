import type { Visibility } from '../../domain/access/visibility.js'
import type { Note } from '../../domain/session/mark.js'
import type { Situation } from '../../domain/session/status.js'
import { DAY, type Instant } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A session that waits for the user, or whose last turn failed. */
export interface StoppedSession {
  readonly id: string
  readonly owner: string
  readonly source: string
  readonly provider: Provider
  readonly name: string
  readonly cwd: string | null
  readonly situation: 'needs_you' | 'failed'
  readonly since: Instant
  readonly headline: Note | null
  /** The lane and the slot of its run; null if it was not started by the service, or another one has the slot since. */
  readonly lane: number | null
  readonly slot: number | null
}

type StoppedRow = Omit<StoppedSession, 'headline'> & { readonly headline: string | null }

/**
 * Returns the sessions that wait for the user or failed, the oldest first. A failure is left out if it was dismissed, is older than
 * a day, was only read from a history that ended before the service started, or another agent took its place.
 */
export const stoppedSessions = (
  db: Reader,
  visibility: Visibility,
  { now, started }: { readonly now: Instant; readonly started: Instant },
): readonly StoppedSession[] => {
  const columns = `s.id, s.owner, s.source, s.provider, s.name, s.cwd, s.situation, s.situation_since as since, s.headline,
    r.lane, r.slot from p_session s left join p_session_flag f using (stream)
    left join p_run r on r.run = (select run from p_run where session = s.id order by started_at desc limit 1)`
  const open = new Filter(visibility, 's.owner').and(`s.status = 'active' and s.situation in ('needs_you', 'failed')`)
  const over = new Filter(visibility, 's.owner').and(
    `s.status = 'error' and s.last_at >= ? and s.situation_since >= ? and (s.last_hook_at > 0 or s.situation_since >= ?)
       and (r.run is null or not exists (select 1 from p_run n where n.lane = r.lane and n.started_at > s.situation_since))`,
    now - DAY,
    now - DAY,
    started,
  )
  const isUndismissed = `(s.situation <> 'failed' or f.dismissed_at is not s.situation_since)`
  return db
    .all<StoppedRow>(
      `select ${columns} ${open.whereAnd(isUndismissed)} union all select ${columns} ${over.whereAnd(isUndismissed)}
         order by since, id`,
      ...open.params,
      ...over.params,
    )
    .map(({ headline, ...row }) => ({ ...row, headline: headline === null ? null : (JSON.parse(headline) as Note) }))
}

/** A lane whose agents all came to rest. */
export interface RestingLane {
  readonly id: number
  readonly owner: string
  readonly cwd: string
  readonly title: string | null
  readonly base: string | null
  /** Since when: the last of its sessions came to rest then. */
  readonly since: Instant
  /** What its last session said. */
  readonly headline: Note | null
  readonly session: string
  /** Changes when the service changed something in its directory. */
  readonly updated: Instant
}

interface LaneSessionRow {
  readonly id: number
  readonly owner: string
  readonly cwd: string
  readonly title: string | null
  readonly base: string | null
  readonly updated: Instant
  readonly session: string
  readonly status: string
  readonly situation: Situation
  readonly since: Instant
  readonly headline: string | null
}

const BUSY: ReadonlySet<Situation> = new Set(['needs_you', 'working', 'failed'])

/**
 * Returns the lanes that had an agent, and whose agents neither work nor wait for an answer, the longest at rest first. Of each lane,
 * only the last run of each slot, open sessions and the last ended session are read, whatever ran in it before.
 */
export const restingLanes = (db: Reader, visibility: Visibility): readonly RestingLane[] => {
  const filter = new Filter(visibility, 'l.owner').and(`l.status in ('idle', 'running') and l.archived_at is null`)
  const rows = db.all<LaneSessionRow>(
    `select l.id, l.owner, l.cwd, l.title, l.base_branch as base,
       max(l.updated_at, coalesce((select at from p_acceptance where lane = l.id), 0),
         coalesce((select at from p_landing where lane = l.id), 0)) as updated, s.id as session, s.status,
       s.situation, s.situation_since as since, s.headline
       from p_lane l join (
         select r.lane, r.session from p_run_slot join p_run r using (run) where r.session is not null
         union select q.id, w.id from p_lane q join p_session w on w.status = 'active' and w.cwd = q.cwd and w.source = 'local'
         union select q.id, (select w.id from p_session w where w.cwd = q.cwd and w.source = 'local' and w.status <> 'active'
           and w.last_at >= q.created_at order by w.last_at desc limit 1) from p_lane q
       ) x on x.lane = l.id join p_session s on s.id = x.session ${filter.where} order by s.situation_since`,
    ...filter.params,
  )
  // Before its session starts, only the run of an agent shows that it works.
  const live = new Filter(visibility, 'owner').and('tool is not null and session is null')
  const starting = new Set(
    db
      .all<{ lane: number }>(`select lane from p_run ${live.whereAnd(`status <> 'ended'`)}`, ...live.params)
      .map(({ lane }) => lane),
  )
  const lanes = new Map<number, RestingLane | null>()
  for (const { session, status, situation, since, headline, ...lane } of rows) {
    const isBusy = starting.has(lane.id) || (status === 'active' && BUSY.has(situation))
    if (isBusy || lanes.get(lane.id) === null) lanes.set(lane.id, null)
    else
      lanes.set(lane.id, {
        ...lane,
        since,
        session,
        headline: headline === null ? null : (JSON.parse(headline) as Note),
      })
  }
  return [...lanes.values()].filter((lane) => lane !== null).toSorted((a, b) => a.since - b.since || a.id - b.id)
}

/** Returns how many agents of a lane work, start, or wait for an answer. */
export const busyAgents = (db: Reader, visibility: Visibility, lane: number): number => {
  const filter = new Filter(visibility, 'r.owner').and('r.lane = ?', lane)
  const row = db.get<{ n: number }>(
    `select count(*) as n from p_run r left join p_session s on s.id = r.session
       ${filter.whereAnd(`r.status <> 'ended' and r.tool is not null`)}
         and (r.session is null or s.situation in ('working', 'needs_you'))`,
    ...filter.params,
  )
  const own = new Filter(visibility, 's.owner').and(
    `s.status = 'active' and s.source = 'local' and s.situation in ('working', 'needs_you')
       and s.cwd = (select cwd from p_lane where id = ?)
       and not exists (select 1 from p_run r where r.session = s.id and r.status <> 'ended')`,
    lane,
  )
  const outside = db.get<{ n: number }>(`select count(*) as n from p_session s ${own.where}`, ...own.params)
  return (row?.n ?? 0) + (outside?.n ?? 0)
}

/** Returns until when an account postponed decisions, by their ids, of those that are not over. */
export const postponedBy = (
  db: Reader,
  visibility: Visibility,
  account: string,
  now: Instant,
): ReadonlyMap<string, Instant> => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ? and until > ?', account, now)
  const rows = db.all<{ decision: string; until: number }>(
    `select decision, until from p_postponed ${where}`,
    ...params,
  )
  return new Map(rows.map(({ decision, until }) => [decision, until]))
}

/** How long agents in lanes waited for answers, in milliseconds. */
export interface WaitingTime {
  readonly total: number
  /** Of the asks that are over; null without any. */
  readonly median: number | null
  readonly answered: number
}

/** Returns how long the asks that were opened since an instant have waited. */
export const waitingTime = (db: Reader, visibility: Visibility, since: Instant, now: Instant): WaitingTime => {
  const { where, params } = new Filter(visibility, 'owner').and('opened_at >= ?', since)
  const waits = db.all<{ opened: number; closed: number | null }>(
    `select opened_at as opened, coalesce(answered_at, closed_at) as closed from p_ask ${where}`,
    ...params,
  )
  const over = waits
    .flatMap(({ opened, closed }) => (closed === null ? [] : [Math.max(0, closed - opened)]))
    .toSorted((a, b) => a - b)
  const middle = over.length >> 1
  const median =
    over.length === 0
      ? null
      : over.length % 2 === 1
        ? over[middle]
        : ((over[middle - 1] ?? 0) + (over[middle] ?? 0)) / 2
  return {
    total: waits.reduce((sum, { opened, closed }) => sum + Math.max(0, (closed ?? now) - opened), 0),
    median: median ?? null,
    answered: over.length,
  }
}

/** Returns when the newest alert of a rule or a budget was raised; null without one. */
export const newestAlertOf = (db: Reader, visibility: Visibility, rule: string): Instant | null => {
  const { where, params } = new Filter(visibility, 'rule').and('rule = ?', rule)
  return db.get<{ at: number | null }>(`select max(at) as at from p_alert ${where}`, ...params)?.at ?? null
}
