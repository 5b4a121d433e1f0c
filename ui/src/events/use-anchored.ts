import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createSignal } from '../store/signal.js'
import { type Step, stepsTo } from './anchored.js'
import type { EventFeed } from './feed.js'

/** The events of a feed for a virtual list, without moving what is read; `seen` tells the first row in sight, if it matters. */
export function useAnchored(feed: EventFeed, seen: () => number | undefined): Step {
  const [shown] = useState(() => createSignal<Step>({ events: feed.state().events, shift: false }))
  useEffect(() => {
    shown.set({ events: feed.state().events, shift: false })
    return feed.subscribe(() => {
      const { events } = feed.state()
      if (shown.get().events === events) return
      const [first, second] = stepsTo(shown.get().events, events, seen())
      if (second === undefined) return shown.set(first)
      // The list must have taken the first step before it is told the second; nothing is painted between them.
      flushSync(() => shown.set(first))
      return shown.set(second)
    })
  }, [feed, seen, shown])
  return useSyncExternalStore(shown.subscribe, shown.get)
}
