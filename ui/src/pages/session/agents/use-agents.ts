import { useQuery } from '@tanstack/react-query'
import type { Agent } from '../../../api/types.js'
import { sessionAgentsQuery } from '../../../rows/queries.js'
import { useAgentRows } from '../../../rows/rows.js'

/** The agents of a session, read once and kept fresh by the socket. */
export function useAgentsOf(session: string): readonly Agent[] {
  useQuery(sessionAgentsQuery(session))
  return useAgentRows(session)
}
