import { createContext } from 'react'

/** Where the session runs; paths of its tool calls are shown from there. */
export const Directory = createContext<string | null>(null)
