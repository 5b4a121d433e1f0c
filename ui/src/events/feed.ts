import type { EventRow } from '../api/types.js'
import { createSignal, type Signal } from '../store/signal.js'
import { merged } from './order.js'

/** A request to the service; `offset` skips the newest rows of the range. */
export interface EventCursor {
  readonly from?: string
  readonly to?: string
  readonly offset?: number
}
interface EventPage {
  readonly events: readonly EventRow[]
  readonly total: number
  /** There are more than `total`. */
  readonly total_capped?: true | undefined
}
type ReadEvents = (cursor: EventCursor) => Promise<EventPage>

export interface EventFeedState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: unknown
  /** Newest first. */
  readonly events: readonly EventRow[]
  readonly hasOlder: boolean
  readonly readingOlder: boolean
  /** Number of matching events, loaded or not. */
  readonly total: number
  /** There are more than `total`, which is a cap. */
  readonly isCapped: boolean
}

export interface EventFeed {
  readonly state: Signal<EventFeedState>['get']
  readonly subscribe: Signal<EventFeedState>['subscribe']
  readonly open: () => Promise<void>
  readonly older: () => Promise<void>
  /** Reports the time of a new event, which may be in the past. `look` loads it. */
  readonly heard: (at: string) => void
  /** Loads the reported events; one request at a time. */
  readonly look: () => Promise<void>
  /** Reloads the visible events: some may be deleted, others may have been missed. */
  readonly again: () => Promise<void>
}

const NOTHING: EventFeedState = {
  phase: 'loading',
  error: null,
  events: [],
  hasOlder: false,
  readingOlder: false,
  total: 0,
  isCapped: false,
}

/** Returns whether there are more events than `count`, given the page that was read last. */
const holdsMore = ({ events, total, total_capped }: EventPage, count: number): boolean =>
  events.length > 0 && (total_capped === true || total > count)

/**
 * A list of events, newest first, that is paged by time: pages counted from the newest would shift with every event. An event
 * may be reported long after its time, so only the range of such events is read again. With `to` the list ends in the past and
 * gets no newer events.
 */
export function createEventFeed(read: ReadEvents, to?: string): EventFeed {
  const { get, set, subscribe } = createSignal(NOTHING)
  const end = to === undefined ? {} : { to }
  let times: string[] = []
  let isStale = false
  let looking = false
  let lookAgain = false
  // A response to a request from before the list was restarted would leave a gap, so it is dropped.
  let list = 0

  const show = (events: readonly EventRow[], hasOlder: boolean, { total, total_capped }: EventPage): void => {
    list += 1
    set({ ...NOTHING, phase: 'ready', events, hasOlder, total, isCapped: total_capped === true })
  }
  const showPage = (page: EventPage): void => show(page.events, holdsMore(page, page.events.length), page)
  const add = (events: readonly EventRow[]): void => set({ ...get(), events: merged(get().events, events) })
  /** Adds events that are not part of the total yet. */
  const addNew = (events: readonly EventRow[]): void => {
    const before = get().events.length
    add(events)
    const { events: now, total, isCapped } = get()
    if (!isCapped) set({ ...get(), total: total + now.length - before })
  }

  const open = async (): Promise<void> => {
    set(NOTHING)
    isStale = false
    try {
      showPage(await read(end))
    } catch (error) {
      set({ ...NOTHING, phase: 'failed', error })
      return
    }
    await look()
  }

  const older = async (): Promise<void> => {
    const { events, hasOlder, readingOlder } = get()
    const oldest = events.at(-1)?.created_at
    if (!hasOlder || readingOlder || oldest === undefined) return
    const mine = list
    set({ ...get(), readingOlder: true })
    try {
      const offset = events.filter((event) => event.created_at === oldest).length
      const answer = await read({ to: oldest, offset })
      if (mine !== list) return
      add(answer.events)
      const hasMore = holdsMore(answer, offset + answer.events.length)
      set({ ...get(), hasOlder: hasMore, readingOlder: false })
    } catch {
      // The next scroll reads again.
      if (mine === list) set({ ...get(), readingOlder: false })
    }
  }

  const takeNewer = async (newest: string): Promise<void> => {
    const answer = await read({ from: newest, ...end })
    // More happened than fits on one page: the list restarts, and older events are read again on demand.
    if (holdsMore(answer, answer.events.length)) showPage(await read(end))
    else addNew(answer.events)
  }

  /** Adds every event from `from` to `to`, both included. */
  const takeBetween = async (from: string, to: string): Promise<void> => {
    for (let offset = 0, hasMore = true; hasMore; ) {
      const answer = await read({ from, to, offset })
      addNew(answer.events)
      offset += answer.events.length
      hasMore = holdsMore(answer, offset)
    }
  }

  const takeHeard = async (heard: readonly string[]): Promise<void> => {
    const { events, hasOlder } = get()
    const [newest, oldest] = [events[0]?.created_at, events.at(-1)?.created_at]
    if (newest === undefined || oldest === undefined) return showPage(await read(end))
    if (heard.some((at) => at >= newest)) await takeNewer(newest)
    // Events below the end of the list are read when the reader gets there.
    const late = heard.filter((at) => at < newest && (at >= oldest || !hasOlder)).toSorted()
    const [first, last] = [late[0], late.at(-1)]
    if (first !== undefined && last !== undefined) await takeBetween(first, last)
  }

  const readAgain = async (): Promise<void> => {
    const shown = get().events
    const oldest = shown.at(-1)?.created_at ?? ''
    const first = await read(end)
    let [last, events] = [first, first.events]
    const most = shown.length + events.length
    // Reads as far down as before, so that the reader keeps their place. If too much is new, the list restarts.
    while (holdsMore(last, events.length) && events.length < most && (events.at(-1)?.created_at ?? '') > oldest) {
      last = await read({ ...end, offset: events.length })
      events = merged(events, last.events)
    }
    show(events, holdsMore(last, events.length), last)
  }

  const takeIn = async (): Promise<void> => {
    const [heard, isWhole] = [times, isStale]
    times = []
    isStale = false
    if (isWhole) await readAgain()
    else if (heard.length > 0) await takeHeard(heard)
  }

  const look = async (): Promise<void> => {
    if (get().phase === 'failed') return open()
    lookAgain = true
    if (looking || get().phase !== 'ready') return
    looking = true
    try {
      while (lookAgain) {
        lookAgain = false
        await takeIn()
      }
    } catch {
      // The connection strip reports the error; the next look reads everything again.
      isStale = true
    } finally {
      looking = false
    }
  }

  return {
    state: get,
    subscribe,
    open,
    older,
    heard: (at) => {
      if (to === undefined || at <= to) times.push(at)
    },
    look,
    again: async () => {
      isStale = true
      return look()
    },
  }
}
