import { useEffect, useState } from 'react'
import { onEvent } from '../live/events.js'
import { throttle } from '../live/throttle.js'

/** A number that changes faster cannot be read. */
const TELL_MS = 250

/** Returns how many events happened since the list was paused; 0 while it is not. */
export function useMissed(paused: boolean, session: string | undefined): number {
  const [missed, setMissed] = useState(0)
  useEffect(() => {
    if (!paused) return undefined
    let count = 0
    let watching = true
    const tell = throttle(() => {
      if (watching) setMissed(count)
    }, TELL_MS)
    const stop = onEvent((event) => {
      if (session !== undefined && event.session_id !== session) return
      count += 1
      tell()
    })
    return () => {
      watching = false
      stop()
      setMissed(0)
    }
  }, [paused, session])
  return missed
}
