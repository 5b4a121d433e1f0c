import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { call } from '../api/call.js'
import { useConnection } from '../live/connection.js'
import { onEvent, onGap } from '../live/events.js'
import { throttle } from '../live/throttle.js'
import { createEventFeed, type EventFeed, type EventFeedState } from './feed.js'
import type { EventsSearch } from './search.js'

const PAGE = 200
/** The shortest pause between two reads while events keep coming. */
const LOOK_MS = 500

/** The events that match the filters, which the service applies; live unless paused or ended in the past. */
export function useEventFeed(
  { kind, tool, q, to }: EventsSearch,
  session: string | undefined,
  paused = false,
): { readonly feed: EventFeed; readonly state: EventFeedState } {
  const tools = tool?.join(',')
  const feed = useMemo(
    () =>
      createEventFeed(
        (cursor) =>
          call('GET /api/events', {
            query: { limit: PAGE, event_type: kind, tool_name: tools, q, session_id: session, ...cursor },
          }),
        to,
      ),
    [kind, tools, q, to, session],
  )
  useEffect(() => void feed.open(), [feed])
  const { state: connection } = useConnection()
  useEffect(() => {
    if (connection === 'live' && feed.state().phase === 'failed') void feed.open()
  }, [feed, connection])
  useEffect(() => {
    if (paused) return undefined
    // Events during a pause were not reported to the feed.
    if (feed.state().phase !== 'loading') void feed.again()
    let watching = true
    const look = throttle(() => {
      if (watching) void feed.look()
    }, LOOK_MS)
    const stopEvents = onEvent((event) => {
      if (session !== undefined && event.session_id !== session) return
      feed.heard(event.created_at)
      look()
    })
    const stopGaps = onGap(() => void feed.again())
    return () => {
      watching = false
      stopEvents()
      stopGaps()
    }
  }, [feed, paused, session])
  return { feed, state: useSyncExternalStore(feed.subscribe, feed.state) }
}
