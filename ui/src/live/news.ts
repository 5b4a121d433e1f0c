import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

/** As long as the pulse of rows.css. */
const PULSE_MS = 2000
/** As many as anybody would still read. */
const KEPT = 8

/** A session that began to wait while the page was open. One that waits again is another piece of news. */
export interface News {
  readonly id: string
  readonly key: string
}

const fresh = createSignal<ReadonlySet<string>>(new Set())
const news = createSignal<readonly News[]>([])
let told = 0

/** These sessions have just begun to wait for the user. */
export function tellNewlyWaiting(ids: readonly string[]): void {
  fresh.set(new Set([...fresh.get(), ...ids]))
  news.set([...news.get(), ...ids.map((id) => ({ id, key: `${id} ${(told += 1)}` }))].slice(-KEPT))
  setTimeout(() => fresh.set(new Set([...fresh.get()].filter((id) => !ids.includes(id)))), PULSE_MS)
}

/** Whether the session began to wait a moment ago, while the page was open: its row pulses once, wherever it is shown. */
export const useNewlyWaiting = (id: string): boolean => useSyncExternalStore(fresh.subscribe, () => fresh.get().has(id))

/** Who began to wait while the page was open, the newest last. */
export const useNews = (): readonly News[] => useSyncExternalStore(news.subscribe, news.get)
