import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A directory of this machine that sessions of an owner ran in. */
export interface SessionDirectory {
  readonly cwd: string
  readonly owner: string
}

/** Returns the directories of sessions on this machine: of some, by stream, or of all. */
export const directoriesOfSessions = (
  db: Reader,
  visibility: Visibility,
  streams: readonly number[] | null,
): readonly SessionDirectory[] => {
  const own = new Filter(visibility, 'owner').and(`source = 'local' and cwd like '/%'`)
  const { where, params } =
    streams === null ? own : own.and('stream in (select value from json_each(?))', JSON.stringify(streams))
  return db.all<SessionDirectory>(
    `select distinct cwd, owner from ${streams === null ? 'p_session_group' : 'p_session'} ${where}`,
    ...params,
  )
}
