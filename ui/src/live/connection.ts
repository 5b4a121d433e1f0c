import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'
import type { Connection } from './socket.js'

const connection = createSignal<Connection>({ state: 'connecting' })

let everLive = false

/** Told by the live socket alone. */
export function setConnection(now: Connection): void {
  everLive ||= now.state === 'live'
  connection.set(now)
}

/** Whether the page has been live: one that never was shows nothing that could be old. */
export const wasEverLive = (): boolean => everLive

/** Whether the page is live, and since when it is not. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)
