import type { Evidence } from '../../domain/access/evidence.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { ancestorsOf } from '../../domain/lane/lane.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A session with what decides which lane it belongs to. */
interface Placed {
  readonly cwd: string | null
  readonly source: string
}

/**
 * Returns a function that finds the lane of a session: the one that owns its directory. A session of another machine has none.
 * Lanes are few, so they are read once per query; nothing is stored in sessions (ADR 20).
 */
export const laneFinder = (db: Reader, visibility: Visibility): ((session: Placed) => number | null) => {
  const { where, params } = new Filter(visibility, 'owner')
  const rows = db.all<{ id: number; cwd: string }>(`select id, cwd from p_lane ${where}`, ...params)
  const lanes = new Map(rows.map(({ id, cwd }) => [cwd, id]))
  const known = new Map<string, number | null>()
  const find = (cwd: string): number | null => {
    const owner = ancestorsOf(cwd).find((path) => lanes.has(path))
    return owner === undefined ? null : (lanes.get(owner) ?? null)
  }
  return ({ cwd, source }) => {
    if (lanes.size === 0 || source !== 'local' || cwd === null || !cwd.startsWith('/')) return null
    let lane = known.get(cwd)
    if (lane === undefined) known.set(cwd, (lane = find(cwd)))
    return lane
  }
}

/** Returns the directories of sessions that a lane owns; undefined for any lane. */
export const directoriesOfLane = (
  db: Reader,
  visibility: Visibility,
  lane: number | undefined,
): readonly string[] | undefined => {
  if (lane === undefined) return undefined
  const laneOf = laneFinder(db, visibility)
  const { where, params } = new Filter(visibility, 'owner').and(`source = 'local'`)
  return db
    .all<{ cwd: string }>(`select distinct cwd from p_session_group ${where}`, ...params)
    .flatMap(({ cwd }) => (laneOf({ cwd, source: 'local' }) === lane ? [cwd] : []))
}

/** More sessions of a lane are not looked into for the edits of one file. */
const MOST_EDITED = 200

/** Returns the sessions of a lane that may have changed files, the newest first. */
export const editedSessionsOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const directories = directoriesOfLane(db, visibility, lane) ?? []
  const { where, params } = new Filter(visibility, 'owner')
    .and(`source = 'local'`)
    .and('cwd in (select value from json_each(?))', JSON.stringify(directories))
  return db.all<{ id: string; stream: number; name: string; cwd: string }>(
    `select id, stream, name, cwd from p_session ${where} order by last_at desc limit ${MOST_EDITED}`,
    ...params,
  )
}

/** Returns the sessions of a lane, and what told the owner of each; null if nothing has. */
export const sessionsOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const directories = directoriesOfLane(db, visibility, lane) ?? []
  const { where, params } = new Filter(visibility, 'owner')
    .and(`source = 'local'`)
    .and('cwd in (select value from json_each(?))', JSON.stringify(directories))
  return db.all<{ session: string; evidence: Evidence | 'assigned' | null }>(
    `select id as session, evidence from p_session left join p_session_evidence using (stream) ${where}`,
    ...params,
  )
}
