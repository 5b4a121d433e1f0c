import { useSyncExternalStore } from 'react'
import { createSignal } from '../store/signal.js'

/** Why the page asks to sign in: nobody has yet, the login has ended, or the user signed out. Null while somebody is signed in. */
export type SignInReason = 'first' | 'ended' | 'signedOut' | null

const reason = createSignal<SignInReason>(null)
let wasAnswered = false

/** Called for every answer that was no refusal. */
export const wasSignedIn = (): void => {
  wasAnswered = true
}

/** Called when the service asks for a login. */
export function loginIsNeeded(): void {
  if (reason.get() === null) reason.set(wasAnswered ? 'ended' : 'first')
}

/** Called when the user has signed out. */
export const signedOut = (): void => reason.set('signedOut')

/** Returns why the page has to ask to sign in; null if it has not. */
export const useSignInReason = (): SignInReason => useSyncExternalStore(reason.subscribe, reason.get)
