import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.js'
import type { Connection } from './socket.js'

const connection = createSignal<Connection>({ state: 'connecting' })

/** Told by the live socket alone. */
export const setConnection = connection.set

/** Whether the page is live, and since when it is not. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.get)
