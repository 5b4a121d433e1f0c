import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../ui/src/api/types.js'
import { createEventFeed, type EventCursor } from '../../../ui/src/events/feed.js'
import { placeOf } from '../../../ui/src/events/place.js'
import { eventsSearch } from '../../../ui/src/events/search.js'

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
const serviceOf = (log: EventRow[]) => {
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
      return { events: matching.slice(offset, offset + PAGE), total: matching.length }
    },
  }
}

describe('the list of events', () => {
  it('reads on to the very first event, each of them once, also where many share an instant', async () => {
    const log = [event(1), event(2, 5), event(3, 5), event(4, 5), event(5, 5), event(6, 5), event(7)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    while (feed.state().hasOlder) await feed.older()
    expect(feed.state().events.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('takes in what happened since, without reading what it has again', async () => {
    const log = [event(1), event(2)]
    const { read, asked } = serviceOf(log)
    const feed = createEventFeed(read)
    await feed.open()
    log.push(event(3))
    await feed.newer()
    expect(feed.state().events.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(asked.at(-1)).toEqual({ from: event(2).created_at })
  })

  it('begins anew when more happened than one answer holds, and finds the rest on the way down', async () => {
    const log = [event(1)]
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    log.push(...[2, 3, 4, 5, 6].map((id) => event(id)))
    await feed.newer()
    expect(feed.state().events.map(({ id }) => id)).toEqual([6, 5, 4])
    while (feed.state().hasOlder) await feed.older()
    expect(feed.state().events.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('that ends in the past takes in nothing newer', async () => {
    const log = [event(1), event(2), event(3)]
    const feed = createEventFeed(serviceOf(log).read, event(2).created_at)
    await feed.open()
    await feed.newer()
    expect(feed.state().events.map(({ id }) => id)).toEqual([2, 1])
  })

  it('shows the first event of an empty list', async () => {
    const log: EventRow[] = []
    const feed = createEventFeed(serviceOf(log).read)
    await feed.open()
    log.push(event(1))
    await feed.newer()
    expect(feed.state().events.map(({ id }) => id)).toEqual([1])
  })
})

describe('event filters in the address', () => {
  it('are taken when they make sense, and dropped when they do not', () => {
    expect(eventsSearch({ kind: 'Stop', tool: '', q: 42, event: 7, to: '2026-03-01T10:00:00.000Z' })).toEqual({
      kind: 'Stop',
      q: '42',
      event: 7,
      to: '2026-03-01T10:00:00.000Z',
    })
    expect(eventsSearch({ kind: {}, event: '7', to: 'soon' })).toEqual({})
  })
})

describe('the place of an event in a conversation', () => {
  it('is the line it was read from, in the transcript of its agent', () => {
    expect(placeOf('{"line":12,"agent":null}')).toEqual({ line: 12 })
    expect(placeOf('{"line":12,"agent":"a1"}')).toEqual({ line: 12, agent: 'a1' })
  })

  it.each([null, 'no json', '[]', '{"line":0}', '{"line":"12"}', '{"line":1e300}'])('is unknown of %j', (data) =>
    expect(placeOf(data)).toBeUndefined(),
  )
})
