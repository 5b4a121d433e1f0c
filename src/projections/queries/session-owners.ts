import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

type Named = { readonly stream: number } | { readonly id: string }

/** Returns the owners of the sessions that exist, of those named by stream or by id. */
export const ownersOfSessions = (db: Reader, visibility: Visibility, sessions: readonly Named[]) => {
  const streams = sessions.flatMap((one) => ('stream' in one ? [one.stream] : []))
  const ids = sessions.flatMap((one) => ('id' in one ? [one.id] : []))
  const { where, params } = new Filter(visibility, 'owner').and(
    '(stream in (select value from json_each(?)) or id in (select value from json_each(?)))',
    JSON.stringify(streams),
    JSON.stringify(ids),
  )
  return db.all<{ id: string; owner: string }>(`select id, owner from p_session ${where}`, ...params)
}
