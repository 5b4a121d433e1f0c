import { createContext } from 'react'

/** The directory of the session, which is left out of the paths of its tool calls. */
export const Directory = createContext<string | null>(null)
