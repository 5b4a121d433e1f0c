import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createSignal } from '../store/signal.js'
import { type Step, stepsTo } from './anchored.js'
import type { EventFeed } from './feed.js'

/**
 * Returns the events of a feed for a virtual list that keeps the visible rows in place. `seen` returns the index of the first
 * visible row, if it matters.
 */
export function useAnchored(feed: EventFeed, seen: () => number | undefined): Step {
  const [shown] = useState(() => createSignal<Step>({ events: feed.state().events, shift: false }))
  useEffect(() => {
    shown.set({ events: feed.state().events, shift: false })
    return feed.subscribe(() => {
      const { events } = feed.state()
      if (shown.get().events === events) return
      const [first, second] = stepsTo(shown.get().events, events, seen())
      if (second === undefined) return shown.set(first)
      // The list must render the first step before it gets the second one. Nothing is painted in between.
      flushSync(() => shown.set(first))
      return shown.set(second)
    })
  }, [feed, seen, shown])
  return useSyncExternalStore(shown.subscribe, shown.get)
}
