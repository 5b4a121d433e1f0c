import type { Visibility } from '../../domain/access/visibility.js'
import { LANE_STATUSES } from '../../domain/lane/lane.js'
import { TOOL_IDS } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { laneFinder } from './lane-sessions.js'
import { LIVE } from './runs.js'

type Counts = Readonly<Record<string, number>>

const countsOf = (
  names: readonly string[],
  rows: readonly { readonly name: string; readonly n: number }[],
): Counts => ({
  ...Object.fromEntries(names.map((name) => [name, 0])),
  ...Object.fromEntries(rows.map(({ name, n }) => [name, n])),
})

/** Returns the number of lanes by status, with every status present. */
export const lanesByStatus = (db: Reader, visibility: Visibility): Counts => {
  const { where, params } = new Filter(visibility, 'owner')
  const rows = db.all<{ name: string; n: number }>(
    `select status as name, count(*) as n from p_lane ${where} group by status`,
    ...params,
  )
  return countsOf(LANE_STATUSES, rows)
}

/** Returns the number of live runs by tool, with every tool present. A plain shell is `shell`. */
export const runsByTool = (db: Reader, visibility: Visibility): Counts => {
  const { where, params } = new Filter(visibility, 'owner').and(LIVE)
  const rows = db.all<{ name: string; n: number }>(
    `select coalesce(tool, 'shell') as name, count(*) as n from p_run ${where} group by tool`,
    ...params,
  )
  return countsOf([...TOOL_IDS, 'shell'], rows)
}

/** Returns the number of sessions of each lane that has any, by its id. */
export const sessionsByLane = (db: Reader, visibility: Visibility): Counts => {
  const laneOf = laneFinder(db, visibility)
  const { where, params } = new Filter(visibility, 'owner').and(`source = 'local'`)
  const counts: Record<string, number> = {}
  for (const { cwd, n } of db.all<{ cwd: string; n: number }>(
    `select cwd, sum(n) as n from p_session_group ${where} group by cwd`,
    ...params,
  )) {
    const lane = laneOf({ cwd, source: 'local' })
    if (lane !== null) counts[lane] = (counts[lane] ?? 0) + n
  }
  return counts
}
