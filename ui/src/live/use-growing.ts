import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useGrowth } from './use-growth.js'

/**
 * Reads a query of a session, and again while the session works, at most once per `pauseMs`. A running read is never cancelled:
 * the next one starts when it has finished.
 */
export function useGrowing<T, K extends QueryKey>(
  session: string,
  query: UseQueryOptions<T, Error, T, K>,
  pauseMs: number,
) {
  const queries = useQueryClient()
  const result = useQuery(query)
  const { refetch } = result
  const key = JSON.stringify(query.queryKey)
  const look = useCallback(async (): Promise<void> => {
    const isUnderWay = queries.isFetching({ queryKey: JSON.parse(key) as QueryKey, exact: true }) > 0
    await refetch({ cancelRefetch: false })
    // The read that was running may not contain the change.
    if (isUnderWay) await refetch({ cancelRefetch: false })
  }, [queries, refetch, key])
  useGrowth(session, look, pauseMs)
  return result
}
