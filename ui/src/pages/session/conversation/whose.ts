import { createContext } from 'react'

/** The conversation that is shown: a session, and an agent unless it is the main one. */
export const Whose = createContext<{ readonly id: string; readonly agent: string | undefined }>({
  id: '',
  agent: undefined,
})
