import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.js'
import { newestPageQuery } from '../../../api/queries.js'
import { queries } from '../../../api/query-client.js'
import { useConnection } from '../../../live/connection.js'
import { useGrowth } from '../../../live/use-growth.js'
import { createFeed, type Cursor, type Feed, type FeedState } from './feed.js'

/** The maximum page size of the service. */
const PAGE = 200

const readTranscript = (id: string, agent: string | undefined) => (cursor: Cursor) =>
  'newest' in cursor
    ? readEnd(id, agent)
    : call('GET /api/sessions/:id/transcript', { params: { id }, query: { agent_id: agent, limit: PAGE, ...cursor } })

/** The end may have been prefetched on the way to this page. It is used once. */
async function readEnd(id: string, agent: string | undefined) {
  const query = newestPageQuery(id, agent)
  const page = await queries.fetchQuery(query)
  queries.removeQueries({ queryKey: query.queryKey, exact: true })
  return page
}

/** The conversation of an agent: from a line on, or at its end, which it follows. */
export function useFeed(
  id: string,
  agent: string | undefined,
  line: number | undefined,
): { readonly feed: Feed; readonly state: FeedState } {
  const [feed] = useState(() => createFeed(readTranscript(id, agent)))
  useEffect(() => void (line === undefined ? feed.open() : feed.openAt(line)), [feed, line])
  useGrowth(id, feed.newer)
  const { state: connection } = useConnection()
  // Messages from while the connection was down were not announced.
  useEffect(() => {
    if (connection === 'live') void feed.newer()
  }, [connection, feed])
  return { feed, state: useSyncExternalStore(feed.subscribe, feed.state) }
}
