import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../../ui/src/api/types.js'
import { stepsTo } from '../../../../ui/src/events/anchored.js'
import { createEventFeed, type EventCursor, type EventFeed } from '../../../../ui/src/events/feed.js'
import { eventsSearch } from '../../../../ui/src/events/search.js'
import { placeOf } from '../../../../ui/src/kit/event-place.js'

const PAGE = 3

const event = (id: number, second = id): EventRow => ({
  id,
  session_id: 's',
  agent_id: null,
  event_type: 'Stop',
  tool_name: null,
  summary: null,
  data: null,
  created_at: new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString(),
})

/** Answers as the service does: newest first, both ends included, `total` before paging. */
const serviceOf = (log: EventRow[], cap = Number.POSITIVE_INFINITY) => {
  const asked: EventCursor[] = []
  return {
    asked,
    read: async (cursor: EventCursor) => {
      asked.push(cursor)
      const { from = '', to = '~', offset = 0 } = cursor
      const matching = log
        .filter(({ created_at }) => created_at >= from && created_at <= to)
        .toSorted((a, b) =>
          a.created_at === b.created_at ? (b.id ?? 0) - (a.id ?? 0) : a.created_at < b.created_at ? 1 : -1,
        )
      const isCapped = matching.length > cap
      const total = isCapped ? { total: cap, total_capped: true as const } : { total: matching.length }
      return { events: matching.slice(offset, offset + PAGE), ...total }
    },
  }
}

const idsOf = (feed: EventFeed) => feed.state().events.map(({ id }) => id)

/** Stores the events and notifies the feed. */
const arrives = async (log: EventRow[], feed: EventFeed, ...events: EventRow[]): Promise<void> => {
  log.push(...events)
  for (const { created_at } of events) feed.heard(created_at)
  await feed.look()
}

describe('the list of events', () => {
  it('loads every event once down to the first, even if many share a timestamp', async () => {
    const log = [event(1), event(2, 5), event(3, 5), event(4, 5), event(5, 5), event(6, 5), event(7)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    while (feed.state().hasOlder) await feed.older()
    expect(feed.state().events.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('loads down to the first event when the total is capped, even after a refresh', async () => {
    const log = Array.from({ length: 12 }, (_, i) => event(i + 1))
    const feed = createEventFeed(serviceOf(log, 4).read)
    await feed.open()
    expect(feed.state()).toMatchObject({ total: 4, isCapped: true })
    await feed.older()
    await feed.older()
    await feed.again()
    expect(feed.state()).toMatchObject({ hasOlder: true, total: 4, isCapped: true })
    while (feed.state().hasOlder) await feed.older()
    expect(idsOf(feed)).toEqual(log.map(({ id }) => id).toReversed())
  })

  it('counts matching events, including late and new ones', async () => {
    const log = [event(1), event(2), event(4), event(6)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    await arrives(log, feed, event(7), event(8, 5))
    expect(feed.state()).toMatchObject({ total: 6, isCapped: false })
    await feed.older()
    expect(feed.state()).toMatchObject({ total: 6, isCapped: false })
  })

  it('adds new events without loading all events again', async () => {
    const log = [event(1), event(2)]
    const { read, asked } = serviceOf(log)
    const feed = createEventFeed(read)
    await feed.open()
    await arrives(log, feed, event(3))
    expect(idsOf(feed)).toEqual([3, 2, 1])
    expect(asked.at(-1)).toEqual({ from: event(2).created_at })
  })

  it('inserts a late event at its position, and loads only its time range', async () => {
    const log = [event(1), event(2), event(5)]
    const { read, asked } = serviceOf(log)
    const feed = createEventFeed(read)
    await feed.open()
    await arrives(log, feed, event(6, 3))
    expect(idsOf(feed)).toEqual([5, 6, 2, 1])
    expect(asked.slice(1)).toEqual([{ from: event(3).created_at, to: event(3).created_at, offset: 0 }])
  })

  it('adds late and new events together, even if the late ones fill several pages', async () => {
    const log = [event(1), event(20)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    const late = [2, 3, 4, 5, 6, 7, 8].map((id) => event(id))
    await arrives(log, feed, event(21), ...late)
    expect(idsOf(feed)).toEqual([21, 20, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('loads an event older than its loaded events only when scrolled down', async () => {
    const log = [event(2), event(3), event(4), event(5)]
    const { read, asked } = serviceOf(log)
    const feed = createEventFeed(read)
    await feed.open()
    await arrives(log, feed, event(6, 1))
    expect(asked).toHaveLength(1)
    while (feed.state().hasOlder) await feed.older()
    expect(idsOf(feed)).toEqual([5, 4, 3, 2, 6])
  })

  it('adds events that were reported while it opened', async () => {
    const log = [event(1)]
    const feed = createEventFeed(serviceOf(log).read)
    const opened = feed.open()
    await arrives(log, feed, event(2))
    await opened
    expect(idsOf(feed)).toEqual([2, 1])
  })

  it('restarts when new events exceed one page, and loads the rest when scrolled down', async () => {
    const log = [event(1)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    await arrives(log, feed, ...[2, 3, 4, 5, 6].map((id) => event(id)))
    expect(idsOf(feed)).toEqual([6, 5, 4])
    while (feed.state().hasOlder) await feed.older()
    expect(idsOf(feed)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('with an end in the past adds late events but no newer ones', async () => {
    const log = [event(1), event(3), event(4)]
    const feed = createEventFeed(serviceOf(log).read, event(3).created_at)
    await feed.open()
    await arrives(log, feed, event(5), event(6, 2))
    expect(idsOf(feed)).toEqual([3, 6, 1])
  })

  it('shows the first event after it was empty', async () => {
    const log: EventRow[] = []
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    await arrives(log, feed, event(1))
    expect(idsOf(feed)).toEqual([1])
  })

  it('matches a fresh list after a refresh, down to where it was loaded', async () => {
    const log = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => event(id))
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    await feed.older()
    expect(idsOf(feed)).toEqual([8, 7, 6, 5, 4, 3])
    log.splice(3, 2)
    log.push(event(9, 2), event(10, 7))
    await feed.again()
    expect(idsOf(feed).slice(0, 5)).toEqual([8, 10, 7, 6, 3])
    while (feed.state().hasOlder) await feed.older()
    expect(idsOf(feed)).toEqual([8, 10, 7, 6, 3, 9, 2, 1])
  })

  it('is empty after a refresh when all events were deleted', async () => {
    const log = [event(1), event(2)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    log.length = 0
    await feed.again()
    expect(feed.state()).toMatchObject({ phase: 'ready', events: [], hasOlder: false })
  })

  it('catches up with the next update after a failed one', async () => {
    const log = [event(1), event(4)]
    const { read } = serviceOf(log)
    let isDown = false
    const feed = createEventFeed((cursor) => (isDown ? Promise.reject(new Error('down')) : read(cursor)))
    await feed.open()
    isDown = true
    await arrives(log, feed, event(2))
    isDown = false
    await arrives(log, feed, event(5))
    expect(idsOf(feed)).toEqual([5, 4, 2, 1])
  })
})

describe('an update of a list', () => {
  const [one, two, three, four, five, six] = [1, 2, 3, 4, 5, 6].map((id) => event(id)) as [
    EventRow,
    EventRow,
    EventRow,
    EventRow,
    EventRow,
    EventRow,
  ]
  const from = [six, four, two]

  it('is applied at once when the user has not scrolled', () => {
    const to = [six, five, four, two]
    expect(stepsTo(from, to, undefined)).toEqual([{ events: to, shift: false }])
  })

  it('shifts the list for rows above the visible row, and not for rows below it', () => {
    const [above, below] = [
      [six, five, four, two],
      [six, four, three, two],
    ]
    expect(stepsTo(from, above, 1)).toEqual([{ events: above, shift: true }])
    expect(stepsTo(from, below, 1)).toEqual([{ events: below, shift: false }])
  })

  it('is applied below first when rows were added on both sides', () => {
    const to = [six, five, four, three, two]
    expect(stepsTo(from, to, 1)).toEqual([
      { events: [six, four, three, two], shift: false },
      { events: to, shift: true },
    ])
  })

  it('keeps the position at the next row when the visible row is removed', () => {
    const to = [five, two, one]
    expect(stepsTo(from, to, 1)).toEqual([
      { events: [six, four, two, one], shift: false },
      { events: to, shift: true },
    ])
  })
})

describe('event filters in the URL', () => {
  it('are read if valid, and dropped otherwise', () => {
    expect(eventsSearch({ kind: 'Stop', tool: '', q: 42, event: 7, to: '2026-03-01T10:00:00.000Z' })).toEqual({
      kind: 'Stop',
      q: '42',
      event: 7,
      to: '2026-03-01T10:00:00.000Z',
    })
    expect(eventsSearch({ kind: {}, event: '7', to: 'soon' })).toEqual({})
    expect(eventsSearch({ tool: 'Bash' })).toEqual({ tool: ['Bash'] })
    expect(eventsSearch({ tool: ['Bash', {}, 'Read'] })).toEqual({ tool: ['Bash', 'Read'] })
  })
})

describe('the position of an event in a conversation', () => {
  it('is the line it was read from, in the transcript of its agent', () => {
    expect(placeOf('{"line":12,"agent":null}')).toEqual({ line: 12 })
    expect(placeOf('{"line":12,"agent":"a1"}')).toEqual({ line: 12, agent: 'a1' })
  })

  it.each([null, 'no json', '[]', '{"line":0}', '{"line":"12"}', '{"line":1e300}'])('is unknown for %j', (data) =>
    expect(placeOf(data)).toBeUndefined(),
  )
})
