import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.js'

const SOON_MS = 300
const SECOND_MS = 1000

/** The queries of the service and their cached answers. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The socket reports every change, so refetching on focus or by age is not needed.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // A refusal is final; only a service that failed or did not answer is worth a retry. One that is unreachable is reported
      // soon: `useReturn` then polls until it is back.
      retry: (failures, error) =>
        error instanceof Failure && (error.status === 0 ? failures < 1 : error.status >= 500 && failures < 2),
      retryDelay: (failures, error) =>
        error instanceof Failure && error.status === 0 ? SOON_MS : SECOND_MS * 2 ** failures,
    },
  },
})
