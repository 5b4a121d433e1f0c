import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

export interface SessionProcess {
  readonly source: string
  /** Null if no hook named a process, or the session has ended. */
  readonly pid: number | null
}

/** Returns where a session runs. */
export const processOfSession = (db: Reader, visibility: Visibility, stream: number): SessionProcess | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('stream = ?', stream)
  return db.get<SessionProcess>(
    `select source, iif(status = 'active', pid, null) as pid from p_session ${where}`,
    ...params,
  )
}

/** Returns the directory of a session; null if nothing named it. */
export const sessionCwd = (db: Reader, visibility: Visibility, stream: number): string | null => {
  const { where, params } = new Filter(visibility, 'owner').and('stream = ?', stream)
  return db.get<{ cwd: string | null }>(`select cwd from p_session ${where}`, ...params)?.cwd ?? null
}
