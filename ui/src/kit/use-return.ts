import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../api/call.js'
import { Failure } from '../api/failure.js'
import { backoff } from '../live/backoff.js'
import { useConnection } from '../live/connection.js'

/** The pause after this many attempts is about a second: long enough to read the error. */
const SECOND = 2

const failed = { predicate: ({ state }: { state: { status: string } }): boolean => state.status === 'error' }

/** Returns how often the failed queries have failed: a service that comes back and fails again is polled less often. */
const timesFailed = (queries: QueryClient): number =>
  Math.max(
    0,
    ...queries
      .getQueryCache()
      .findAll(failed)
      .map(({ state }) => state.errorUpdateCount),
  )

/** Polls a service that was unreachable, and reads what failed again when it is back. */
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
    // The socket found the service before the poll did.
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
