import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

const KEY = 'switchyard.token'

/** Whether the service refused the token we have, or asks for one we lack. */
const refused = createSignal(false)

/** Takes `?token=` out of the address: it must not stay in the history, in a screenshot or in a copied link. */
export function adoptTokenFromAddress(): void {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return
  sessionStorage.setItem(KEY, token)
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
}

/** The token of this tab; it is gone with the tab. */
export const currentToken = (): string | null => sessionStorage.getItem(KEY)

/** Takes another token, to be tried with the next request. */
export function setToken(token: string): void {
  sessionStorage.setItem(KEY, token)
  refused.set(false)
}

/** Every answer 401 ends here: the page asks for the token. */
export const tokenWasRefused = (): void => refused.set(true)

/** Whether the page has to ask for the token. */
export const useTokenRefused = (): boolean => useSyncExternalStore(refused.subscribe, refused.get)
