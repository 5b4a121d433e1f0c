import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

/** A toast about the result of an action, with an undo if there is one. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const notices = createSignal<readonly Notice[]>([])
let last = 0

/** Shows the result of an action in a toast. */
export function notify(text: string, action?: Notice['action']): void {
  last += 1
  // A newer result replaces the older one.
  notices.set([{ id: last, text, action }])
}

/** Closes a toast. */
export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Closes all toasts. Used when a change starts that their undo would revert too. */
export const dismissAll = (): void => notices.set([])

/** Returns the results to show. */
export const useNotices = (): readonly Notice[] => useSyncExternalStore(notices.subscribe, notices.get)
