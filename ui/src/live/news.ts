import { useSyncExternalStore } from 'react'
import { createSignal } from './signal.js'

/** As long as the pulse of rows.css. */
const PULSE_MS = 2000

const fresh = createSignal<ReadonlySet<string>>(new Set())

/** These sessions have just begun to wait for the user. */
export function tellNewlyWaiting(ids: readonly string[]): void {
  fresh.set(new Set([...fresh.get(), ...ids]))
  setTimeout(() => fresh.set(new Set([...fresh.get()].filter((id) => !ids.includes(id)))), PULSE_MS)
}

/** Whether the session began to wait a moment ago, while the page was open: its row pulses once, wherever it is shown. */
export const useNewlyWaiting = (id: string): boolean => useSyncExternalStore(fresh.subscribe, () => fresh.get().has(id))
