import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sessionAgentsQuery } from '../../../api/queries.js'
import type { Agent } from '../../../api/types.js'
import { useAgents } from '../../../live/rows.js'

/** The agents of a session, read once and kept fresh by the socket. */
export function useAgentsOf(session: string): readonly Agent[] {
  useQuery(sessionAgentsQuery(session))
  const all = useAgents()
  return useMemo(() => all.filter((agent) => agent.session_id === session), [all, session])
}
