import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

const KEY = 'switchyard.token'

/** Whether the service rejected the token of this tab, or requires one that is missing. */
const refused = createSignal(false)

/** Moves `?token=` from the address to this tab: it must not stay in the history, in a screenshot or in a copied link. */
export function adoptTokenFromAddress(): void {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return
  sessionStorage.setItem(KEY, token)
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
}

/** Returns the token of this tab. It is deleted with the tab. */
export const currentToken = (): string | null => sessionStorage.getItem(KEY)

/** Sets another token, which the next request uses. */
export function setToken(token: string): void {
  sessionStorage.setItem(KEY, token)
  refused.set(false)
}

/** Called for every 401: the page asks for the token. */
export const tokenWasRefused = (): void => refused.set(true)

/** Returns whether the page has to ask for the token. */
export const useTokenRefused = (): boolean => useSyncExternalStore(refused.subscribe, refused.get)
