import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A session with what its erasure deletes. */
interface ErasableSession {
  readonly id: string
  readonly events: number
  readonly agents: number
}

/** Returns the listed sessions with their number of events and agents. */
export const erasableSessions = (
  db: Reader,
  visibility: Visibility,
  ids: readonly string[],
): readonly ErasableSession[] => {
  const filter = new Filter(visibility, 'owner').and('id in (select value from json_each(?))', JSON.stringify(ids))
  return db.all<ErasableSession>(
    `select id, agent_count as agents, (select count(*) from p_event e where e.stream = s.stream) as events
     from p_session s ${filter.where}`,
    ...filter.params,
  )
}
