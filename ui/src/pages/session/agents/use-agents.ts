import { useQuery } from '@tanstack/react-query'
import { sessionAgentsQuery } from '../../../api/queries.js'
import type { Agent } from '../../../api/types.js'
import { useAgentRows } from '../../../live/rows.js'

/** The agents of a session, read once and kept fresh by the socket. */
export function useAgentsOf(session: string): readonly Agent[] {
  useQuery(sessionAgentsQuery(session))
  return useAgentRows(session)
}
