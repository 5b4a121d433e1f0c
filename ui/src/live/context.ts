import { createContext, use } from 'react'
import type { LiveSocket } from './socket.js'

export const LiveContext = createContext<LiveSocket | null>(null)

export const useLive = (): LiveSocket | null => use(LiveContext)
