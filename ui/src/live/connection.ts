import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'
import type { Connection } from './socket.js'

const connection = createSignal<Connection>({ state: 'connecting' })

let everLive = false

/** Called only by the live socket. */
export function setConnection(now: Connection): void {
  everLive ||= now.state === 'live'
  connection.set(now)
}

/** Returns whether the page was ever live: otherwise it shows no data that could be outdated. */
export const wasEverLive = (): boolean => everLive

/** Returns the state of the connection. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)
