import { useQuery } from '@tanstack/react-query'
import { drillInQuery } from '../queries.js'
import type { Session } from '../../../api/types.js'
import { Unread } from '../../../kit/unread.js'
import { useGrowth } from '../../../live/use-growth.js'
import { Timeline } from './timeline.js'
import tab from '../tab.module.css'

/** Building this view is expensive for the service, so it is re-read at most this often. */
const PAUSE_MS = 3000

/** The lifetimes and calls of the agents: one lane for each agent, one bar for each call. */
export function TimelineTab({ session, zoom }: { session: Session; zoom: string | undefined }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(drillInQuery(session.id))
  useGrowth(session.id, refetch, PAUSE_MS)
  if (data === undefined) return <Unread error={error} className={tab['tab']} />
  return <Timeline data={data} now={dataUpdatedAt} zoomWords={zoom} />
}
