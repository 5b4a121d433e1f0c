import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

/** The duration of the pulse in the style sheets of the rows. */
const PULSE_MS = 2000
/** More would not be read. */
const KEPT = 8

/** A session that started to wait while the page was open. Each wait has its own entry. */
export interface News {
  readonly id: string
  readonly key: string
}

const fresh = createSignal<ReadonlySet<string>>(new Set())
const news = createSignal<readonly News[]>([])
let told = 0

/** Reports sessions that just started to wait for the user. */
export function tellNewlyWaiting(ids: readonly string[]): void {
  fresh.set(new Set([...fresh.get(), ...ids]))
  news.set([...news.get(), ...ids.map((id) => ({ id, key: `${id} ${(told += 1)}` }))].slice(-KEPT))
  setTimeout(() => fresh.set(new Set([...fresh.get()].filter((id) => !ids.includes(id)))), PULSE_MS)
}

/** Returns whether the session just started to wait, while the page was open. Its row pulses once, wherever it is shown. */
export const useNewlyWaiting = (id: string): boolean => useSyncExternalStore(fresh.subscribe, () => fresh.get().has(id))

/** The sessions that started to wait while the page was open, the newest last. */
export const useNews = (): readonly News[] => useSyncExternalStore(news.subscribe, news.get)
