import { useSyncExternalStore } from 'react'
import type { Connection } from './socket.js'

const listeners = new Set<() => void>()
let connection: Connection = { state: 'connecting' }

export function setConnection(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)
