import { randomUUID } from 'node:crypto'
import type { NamedSession, StaffWatch } from '../../commands/users/watch.js'
import { userNumbered } from '../../domain/access/author.js'
import { permissionNamed } from '../../domain/access/permission.js'
import { seesEverything } from '../../domain/access/visibility.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { ServerRoutes, Watched } from '../mount.js'
import type { Rows } from '../rows.js'

/** Returns which requests are recorded in the audit log, and as what. */
export const watchOf =
  (staff: StaffWatch): ServerRoutes['watch'] =>
  (watched) => {
    const { caller, access, route } = watched
    const { verb } = permissionNamed(access)
    const concern = { author: caller.author, reads: caller.reads, route }
    if (caller.principal.kind === 'host' || !seesEverything(caller.reads)) return null
    if (verb === 'write') return changed(staff, watched)
    if (access === 'history:export') return { author: caller.author, answered: staff.exported(concern) }
    const sessions = sessionsOf(watched)
    return sessions.length === 0 ? null : { author: caller.author, answered: staff.read(concern, sessions) }
  }

/** Returns the sessions that a request names: by its path, or by a filter. */
const sessionsOf = ({ kind, row, query }: Watched): readonly NamedSession[] => [
  ...(kind === 'session' ? [{ stream: row as Rows['session'] }] : []),
  ...(kind === 'agent' ? [{ stream: (row as Rows['agent']).stream }] : []),
  ...['session_id', 'session_ids', 'session'].flatMap((name) => idsIn(query[name]).map((id) => ({ id }))),
]

const idsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : []

const changed = (staff: StaffWatch, { caller, route, kind, row, fields }: Watched) => {
  const { author } = caller
  const session =
    kind === 'session' || kind === 'agent'
      ? staff.ownerOfSession(kind === 'session' ? { stream: row as number } : { stream: (row as Rows['agent']).stream })
      : undefined
  const lane = kind === 'lane' ? (row as LaneShape) : undefined
  const ofRow = lane === undefined ? session?.owner : userNumbered(lane.owner_id)
  const owner = ofRow === undefined ? null : staff.foreignOwner({ author }, ofRow)
  if (owner === null) return null
  const change = { request: randomUUID(), owner, session: session?.id ?? null, lane: lane?.id ?? null, route, fields }
  return { author: { ...author, foreign: change }, answered: staff.changed(author, change) }
}
