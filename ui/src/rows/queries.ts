import { allLanes } from '../api/all-lanes.js'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.js'
import { keys } from '../api/queries.js'
import type { Session } from '../api/types.js'
import { endMutes } from './muted.js'
import { agentRows, laneRows, sessionRows } from './rows.js'

const DAY_MS = 86_400_000
/** The largest page of the service. */
const MOST = 1000

/** All open sessions, and those that ended in the last day: for Now and the waiting counter. */
export const triageQuery = queryOptions({
  queryKey: keys.triage,
  queryFn: async ({ signal }) => {
    const mark = sessionRows.mark()
    const yesterday = new Date(Date.now() - DAY_MS).toISOString()
    const [open, recent] = await Promise.all([
      call('GET /api/sessions', { query: { status: 'active', limit: MOST }, signal }),
      call('GET /api/sessions', { query: { from: yesterday, limit: MOST }, signal }),
    ])
    const rows = new Map<string, Session>()
    for (const session of [...open.sessions, ...recent.sessions]) rows.set(session.id, session)
    sessionRows.replace([...rows.values()], mark)
    endMutes([...rows.values()], true)
    return { shown: rows.size }
  },
})

/** One session and its agents. It is re-read whenever it comes into view, because the socket only updates rows. */
export const sessionQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id],
    queryFn: async ({ signal }) => {
      const sessionMark = sessionRows.mark()
      const agentMark = agentRows.mark()
      const answer = await call('GET /api/sessions/:id', { params: { id }, query: { events_limit: 0 }, signal })
      sessionRows.merge([answer.session], sessionMark)
      agentRows.merge(answer.agents, agentMark)
      return { session: answer.session }
    },
  })

/** Only this list has reliable costs of agents, so the Agents tab reads it beside the live rows. */
export const sessionAgentsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'agents'],
    queryFn: async ({ signal }) => {
      const mark = agentRows.mark()
      const { agents } = await call('GET /api/sessions/:id/agents', { params: { id }, signal })
      agentRows.merge(agents, mark)
      return { ids: agents.map((agent) => agent.id) }
    },
  })

/** All lanes; the socket keeps them fresh. */
export const lanesQuery = queryOptions({
  queryKey: keys.lanes,
  queryFn: async ({ signal }) => {
    const mark = laneRows.mark()
    const lanes = await allLanes(signal)
    laneRows.replace(lanes, mark)
    return { shown: lanes.length }
  },
})
