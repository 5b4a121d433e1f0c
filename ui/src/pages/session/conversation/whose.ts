import { createContext } from 'react'

/** Whose conversation is read: a session, and its agent unless it is the main one. */
export const Whose = createContext<{ readonly id: string; readonly agent: string | undefined }>({
  id: '',
  agent: undefined,
})
