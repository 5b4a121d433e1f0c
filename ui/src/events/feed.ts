import type { EventRow } from '../api/types.js'
import { createSignal, type Signal } from '../live/signal.js'

/** What is asked of the service; `offset` skips rows of the same instant that are there already. */
export interface EventCursor {
  readonly from?: string
  readonly to?: string
  readonly offset?: number
}
export type ReadEvents = (
  cursor: EventCursor,
) => Promise<{ readonly events: readonly EventRow[]; readonly total: number }>

export interface EventFeedState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: unknown
  /** Newest first. */
  readonly events: readonly EventRow[]
  readonly hasOlder: boolean
  readonly readingOlder: boolean
}

export interface EventFeed {
  readonly state: Signal<EventFeedState>['get']
  readonly subscribe: Signal<EventFeedState>['subscribe']
  readonly open: () => Promise<void>
  readonly older: () => Promise<void>
  /** Takes in what happened since; one look at a time. */
  readonly newer: () => Promise<void>
}

const NOTHING: EventFeedState = { phase: 'loading', error: null, events: [], hasOlder: false, readingOlder: false }

/** Two rows are one event when they have one id; rows without an id are told apart by what they say. */
export const keyOf = (event: EventRow): string =>
  event.id === null ? `${event.created_at} ${event.session_id} ${event.event_type}` : String(event.id)

const without = (events: readonly EventRow[], known: readonly EventRow[]): readonly EventRow[] => {
  const keys = new Set(known.map(keyOf))
  return events.filter((event) => !keys.has(keyOf(event)))
}

/**
 * Events, newest first, read by their times: pages counted from the newest would shift with every event that happens.
 * `to` ends the list in the past; such a list takes in nothing newer.
 */
export function createEventFeed(read: ReadEvents, to?: string): EventFeed {
  const { get, set, subscribe } = createSignal(NOTHING)
  let looking = false

  const open = async (): Promise<void> => {
    set(NOTHING)
    try {
      const { events, total } = await read(to === undefined ? {} : { to })
      set({ phase: 'ready', error: null, events, hasOlder: total > events.length, readingOlder: false })
    } catch (error) {
      set({ ...NOTHING, phase: 'failed', error })
    }
  }

  const older = async (): Promise<void> => {
    const { events, hasOlder, readingOlder } = get()
    const oldest = events.at(-1)?.created_at
    if (!hasOlder || readingOlder || oldest === undefined) return
    set({ ...get(), readingOlder: true })
    try {
      const offset = events.filter((event) => event.created_at === oldest).length
      const answer = await read({ to: oldest, offset })
      set({
        ...get(),
        events: [...get().events, ...without(answer.events, get().events)],
        hasOlder: answer.total > offset + answer.events.length && answer.events.length > 0,
        readingOlder: false,
      })
    } catch {
      // The reader scrolls on and it is asked again.
      set({ ...get(), readingOlder: false })
    }
  }

  const newer = async (): Promise<void> => {
    if (to !== undefined || looking || get().phase === 'loading') return
    const newest = get().events[0]?.created_at
    if (newest === undefined) return open()
    looking = true
    try {
      const answer = await read({ from: newest })
      const isGap = answer.total > answer.events.length
      const known = get()
      // More happened than one answer holds: the list begins anew, older events are read again when asked for.
      if (isGap) set({ ...known, events: answer.events, hasOlder: true })
      else {
        const fresh = without(answer.events, known.events)
        if (fresh.length > 0) set({ ...known, events: [...fresh, ...known.events] })
      }
    } catch {
      // The connection strip tells; the next event looks again.
    } finally {
      looking = false
    }
  }

  return { state: get, subscribe, open, older, newer }
}
