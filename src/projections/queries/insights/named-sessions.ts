import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import { projectFinder } from '../project-directories.js'

interface NamedSession {
  readonly stream: number
  readonly id: string
  readonly name: string
  /** The directory of its project. */
  readonly cwd: string | null
  readonly last_at: Instant
}

/** Returns the names of sessions, by stream. */
export const namedSessions = (
  db: Reader,
  visibility: Visibility,
  streams: readonly number[],
): ReadonlyMap<number, NamedSession> => {
  const filter = new Filter(visibility, 'owner').and(
    'stream in (select value from json_each(?))',
    JSON.stringify(streams),
  )
  const rows = db.all<NamedSession & Record<string, never>>(
    `select stream, id, name, cwd, last_at from p_session ${filter.where}`,
    ...filter.params,
  )
  const projectOf = projectFinder(db, visibility)
  return new Map(rows.map((row) => [row.stream, { ...row, cwd: projectOf(row.cwd) }]))
}
