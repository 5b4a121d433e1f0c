import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../api/call.js'
import { Failure } from '../api/failure.js'
import { backoff } from '../live/backoff.js'
import { useConnection } from '../live/connection.js'

/** The pause after so many attempts is about a second: time enough to read why. */
const SECOND = 2

const failed = { predicate: ({ state }: { state: { status: string } }): boolean => state.status === 'error' }

/** How often what failed has failed: who is back and fails again is asked less and less. */
const timesFailed = (queries: QueryClient): number =>
  Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll(failed)
      .map(({ state }) => state.errorUpdateCount),
  )

/** Where the service was not reached: looks whether it is back, and has what failed read again then. */
export function useReturn(error: unknown, again?: () => void): void {
  const queries = useQueryClient()
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  const isUnreached = error instanceof Failure && error.status === 0
  const readAgain = useCallback((): void => {
    if (latest.current === undefined) void queries.refetchQueries(failed)
    else latest.current()
  }, [queries])
  const { state } = useConnection()
  const before = useRef(state)
  useEffect(() => {
    // Who is live again has been found already.
    if (isUnreached && before.current === 'lost' && state === 'live') readAgain()
    before.current = state
  }, [isUnreached, state, readAgain])
  useEffect(() => {
    if (!isUnreached) return undefined
    let watching = true
    let timer: ReturnType<typeof setTimeout>
    let looks = Math.max(SECOND, timesFailed(queries))
    const back = (): void => {
      if (watching) readAgain()
    }
    const lookLater = (): void => {
      if (!watching) return
      timer = setTimeout(() => void call('GET /api/health').then(back, lookLater), backoff(looks, Math.random()))
      looks += 1
    }
    lookLater()
    return () => {
      watching = false
      clearTimeout(timer)
    }
  }, [isUnreached, queries, readAgain])
}
