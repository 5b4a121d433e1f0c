import { useEffect } from 'react'
import { sessionRows } from '../rows/rows.js'
import { onEvent } from './events.js'
import { throttle } from './throttle.js'

/** The shortest pause between two reads of a growing conversation. */
const LOOK_MS = 500

/** Calls back, throttled, when the conversation of a session may have grown: after its events and changes of its row. */
export function useGrowth(session: string, look: () => unknown, pauseMs = LOOK_MS): void {
  useEffect(() => {
    let watching = true
    let busy = false
    let wanted = false
    const lookNow = async (): Promise<void> => {
      wanted = busy
      if (busy || !watching) return
      busy = true
      try {
        await look()
      } finally {
        busy = false
        if (wanted) lookSoon()
      }
    }
    const lookSoon = throttle(() => void lookNow(), pauseMs)
    const stopEvents = onEvent((event) => {
      if (event.session_id === session) lookSoon()
    })
    const stopRows = sessionRows.subscribe(session, lookSoon)
    return () => {
      watching = false
      stopEvents()
      stopRows()
    }
  }, [session, look, pauseMs])
}
