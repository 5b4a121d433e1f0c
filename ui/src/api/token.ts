import { useSyncExternalStore } from 'react'

const KEY = 'switchyard.token'
const listeners = new Set<() => void>()

/** Whether the service refused the token we have, or asks for one we lack. */
let refused = false

const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Takes `?token=` out of the address: it must not stay in the history, in a screenshot or in a copied link. */
export function adoptTokenFromAddress(): void {
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return
  sessionStorage.setItem(KEY, token)
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address)
}

export const currentToken = (): string | null => sessionStorage.getItem(KEY)

export function setToken(token: string): void {
  sessionStorage.setItem(KEY, token)
  refused = false
  tell()
}

export function tokenWasRefused(): void {
  if (refused) return
  refused = true
  tell()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTokenRefused = (): boolean => useSyncExternalStore(subscribe, () => refused)
