import { useQuery } from '@tanstack/react-query'
import { sessionStatsQuery } from '../api/queries.js'
import { useGrowth } from './use-growth.js'

/** Sums of a session are counted anew on the service: not more often than this. */
const SUMS_MS = 2000

/** The counts of one session, read again while it goes on. */
export function useSessionStats(id: string) {
  const { data, refetch } = useQuery(sessionStatsQuery(id))
  useGrowth(id, refetch, SUMS_MS)
  return data
}
