import { createContext, use } from 'react'
import type { LiveSocket } from './socket.js'

/** The live socket, for components that can make it retry. */
export const LiveContext = createContext<LiveSocket | null>(null)

/** Null outside the running page. */
export const useLive = (): LiveSocket | null => use(LiveContext)
