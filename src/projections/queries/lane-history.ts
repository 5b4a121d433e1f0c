import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
import type { Reader, SqlValue } from '../sql.js'
import { Filter } from './filter.js'
import { directoriesOfLane } from './lane-sessions.js'
import { LIVE, sessionsOfLiveRuns } from './runs.js'

/** A finished session with what its erasure deletes. */
export interface FinishedSession {
  readonly id: string
  readonly events: number
  /** Messages with token counts. */
  readonly tokenRows: number
}

interface Row extends FinishedSession {
  readonly stream: number
  readonly lastAt: Instant
}

/** So many are counted in a few milliseconds, also when each has hundreds of events. */
const PAGE = 50

const COLUMNS = `id, stream, last_at as lastAt,
  (select count(*) from p_event e where e.stream = s.stream) as events,
  (select count(*) from p_usage u where u.stream = s.stream) as tokenRows`

/** Returns the sessions that the runs of a lane reported. */
const sessionsOfRuns = (db: Reader, visibility: Visibility, lane: number, condition = 'session is not null') => {
  const filter = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db
    .all<{ session: string }>(`select distinct session from p_run ${filter.whereAnd(condition)}`, ...filter.params)
    .map(({ session }) => session)
}

/**
 * Yields the finished sessions of a lane, some at a time: those in its directories and those that its runs were in. The caller may
 * let other work run in between.
 */
export const finishedOfLane = function* (
  db: Reader,
  visibility: Visibility,
  lane: number,
): Generator<readonly FinishedSession[]> {
  const directories = directoriesOfLane(db, visibility, lane) ?? []
  const live = new Set(sessionsOfLiveRuns(db, visibility).map(({ session }) => session))
  const finished = (condition: string, ...values: readonly SqlValue[]) => {
    const filter = new Filter(visibility, 'owner').and(`source = 'local'`).and(condition, ...values)
    const where = filter.whereAnd(`status <> 'active'`)
    return db.all<Row>(
      `select ${COLUMNS} from p_session s ${where} order by last_at, stream limit ${PAGE}`,
      ...filter.params,
    )
  }
  for (const cwd of directories) {
    let page = finished('cwd = ?', cwd)
    while (page.length > 0) {
      yield page.filter(({ id }) => !live.has(id))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      page = finished('cwd = ? and (last_at, stream) > (?, ?)', cwd, last.lastAt, last.stream)
    }
  }
  const elsewhere = JSON.stringify(directories)
  for (const id of sessionsOfRuns(db, visibility, lane)) {
    if (!live.has(id))
      yield finished('id = ? and (cwd is null or cwd not in (select value from json_each(?)))', id, elsewhere)
  }
}

/** Counts the sessions of a lane that are active, or open in one of its panes. */
export const activeInLane = (db: Reader, visibility: Visibility, lane: number): number => {
  const directories = new Set(directoriesOfLane(db, visibility, lane))
  const ofRuns = new Set(sessionsOfRuns(db, visibility, lane))
  const { where, params } = new Filter(visibility, 'owner').and(`status = 'active'`).and(`source = 'local'`)
  const active = db
    .all<{ id: string; cwd: string | null }>(`select id, cwd from p_session ${where}`, ...params)
    .filter(({ id, cwd }) => ofRuns.has(id) || (cwd !== null && directories.has(cwd)))
  return new Set([
    ...active.map(({ id }) => id),
    ...sessionsOfRuns(db, visibility, lane, `session is not null and ${LIVE}`),
  ]).size
}
