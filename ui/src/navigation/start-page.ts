import { useSyncExternalStore } from 'react'
import { createStoredSignal } from '../store/stored-signal.js'
import { type PagePath, PAGES } from './pages.js'

const start = createStoredSignal<PagePath>(
  'switchyard.start',
  (stored) => PAGES.find(([path]) => path === stored)?.[0] ?? '/',
)

/** Returns the page that opens first. */
export const useStartPage = (): PagePath => useSyncExternalStore(start.subscribe, start.get)

/** Chooses the page that opens first in this browser. */
export const chooseStartPage = start.set

/** Returns whether this visit starts at the bare address, and not by a reload, a link with a target, or the back button. */
function isFreshVisit({ pathname, search, hash }: Location): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate'
  return pathname === '/' && search === '' && hash === '' && type === 'navigate'
}

/** Opens the start page in place of the bare address. Call it before the router reads the address. */
export function openStartPage(): void {
  if (start.get() !== '/' && isFreshVisit(location)) history.replaceState(null, '', start.get())
}
