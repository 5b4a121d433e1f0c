import { createContext, use } from 'react'
import type { LiveSocket } from './socket.js'

/** The live socket, for the few who may ask it to try again. */
export const LiveContext = createContext<LiveSocket | null>(null)

/** Null outside the running page. */
export const useLive = (): LiveSocket | null => use(LiveContext)
