import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Agent, Lane, Session } from '../api/types.js'
import { nextFrame } from '../store/frame.js'
import { createRowStore } from '../store/row-store.js'
import { sameRows } from '../store/same-rows.js'

/** The sessions of today and all that are open; the socket keeps them fresh. */
export const sessionRows = createRowStore<Session>({
  idOf: ({ id }) => id,
  later: nextFrame,
  isUrgent: (session, before) => session.situation === 'needs_you' && before?.situation !== 'needs_you',
})

/** Agents of the sessions that were looked at. */
export const agentRows = createRowStore<Agent>({ idOf: ({ id }) => id, later: nextFrame })

/** All lanes, with their panes. */
export const laneRows = createRowStore<Lane>({ idOf: ({ id }) => String(id), later: nextFrame })

/** One session, live; renders when that session changes and at no other time. */
export const useSession = (id: string): Session | undefined =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sessionRows.subscribe(id, listener), [id]),
    () => sessionRows.get(id),
  )

/** What one part of a row shows of its session: renders when that becomes another text, not with everything else the session does. */
export const useSessionPart = <Part extends string | null>(id: string, part: (session: Session) => Part) =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sessionRows.subscribe(id, listener), [id]),
    (): Part | undefined => {
      const session = sessionRows.get(id)
      return session === undefined ? undefined : part(session)
    },
  )

/** The agents of one session; renders when one of them changes, not when those of other sessions do. */
export function useAgentRows(session: string): readonly Agent[] {
  const [same] = useState(() => sameRows<Agent>())
  return useSyncExternalStore(agentRows.subscribeAll, () =>
    same(agentRows.all().filter((agent) => agent.session_id === session)),
  )
}

/** One lane, live. */
export const useLane = (id: string): Lane | undefined =>
  useSyncExternalStore(
    useCallback((listener: () => void) => laneRows.subscribe(id, listener), [id]),
    () => laneRows.get(id),
  )
