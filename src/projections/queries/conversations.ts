import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** An agent of a session, as the list of its conversations shows it. */
export interface ConversingAgent {
  readonly id: string
  readonly name: string
  readonly type: 'main' | 'subagent'
  readonly subagent_type: string | null
}

/** Returns the agents of a session that may have a transcript: the main one first, then by start. */
export const conversingAgents = (db: Reader, visibility: Visibility, stream: number): readonly ConversingAgent[] => {
  const filter = new Filter(visibility, 'stream').and('stream = ?', stream)
  return db.all<ConversingAgent>(
    `select id, name, type, subagent_type from (
       select id || '-main' as id, coalesce(main_name, 'Main Agent - ' || name) as name, 'main' as type,
         null as subagent_type, started_at from p_session ${filter.whereAnd('main_status is not null')}
       union all select id, name, type, subagent_type, started_at from p_agent ${filter.where}
     ) order by type = 'main' desc, started_at, id`,
    ...filter.params,
    ...filter.params,
  )
}
