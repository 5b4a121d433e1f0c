import { useCallback, useState, useSyncExternalStore } from 'react'
import type { Agent, Ask, Lane, Session } from '../api/types.js'
import { nextFrame } from '../store/frame.js'
import { createRowStore } from '../store/row-store.js'
import { sameRows } from '../store/same-rows.js'

/** The sessions of today and all open ones; the socket updates them. */
export const sessionRows = createRowStore<Session>({
  idOf: ({ id }) => id,
  later: nextFrame,
  isUrgent: (session, before) => session.situation === 'needs_you' && before?.situation !== 'needs_you',
})

/** The agents of sessions that were opened. */
export const agentRows = createRowStore<Agent>({ idOf: ({ id }) => id, later: nextFrame })

/** All lanes, with their panes. */
export const laneRows = createRowStore<Lane>({ idOf: ({ id }) => String(id), later: nextFrame })

/** Asks of agents in lanes whose state changed just now. Those that are open are on the panes of the lanes. */
export const askRows = createRowStore<Ask>({ idOf: ({ id }) => id, later: nextFrame })

/** One session, live. Renders only when that session changes. */
export const useSession = (id: string): Session | undefined =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sessionRows.subscribe(id, listener), [id]),
    () => sessionRows.get(id),
  )

/** One part of a session, live. Renders only when the text of that part changes. */
export const useSessionPart = <Part extends string | null>(id: string, part: (session: Session) => Part) =>
  useSyncExternalStore(
    useCallback((listener: () => void) => sessionRows.subscribe(id, listener), [id]),
    (): Part | undefined => {
      const session = sessionRows.get(id)
      return session === undefined ? undefined : part(session)
    },
  )

/** The agents of a session, live. Renders only when one of them changes. */
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
