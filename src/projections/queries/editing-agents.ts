import type { Visibility } from '../../domain/access/visibility.js'
import { FILE_TOOLS } from '../../domain/edits/call-changes.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Returns the agents of a session that called a tool that changes files, null being the main agent. */
export const editingAgents = (db: Reader, visibility: Visibility, stream: number): readonly (string | null)[] => {
  const filter = new Filter(visibility, 'stream').and('stream = ?', stream).in('tool', FILE_TOOLS)
  return db
    .all<{ agent: string | null }>(
      `select distinct agent from p_call ${filter.where} order by agent is not null, agent`,
      ...filter.params,
    )
    .map(({ agent }) => agent)
}
