import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.js'

/** What was asked of the service, and its answers. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The socket says when something changes; asking again on a hunch would only cost.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only a service that did not answer is worth a second try.
      retry: (failures, error) =>
        failures < 2 && error instanceof Failure && (error.status === 0 || error.status >= 500),
    },
  },
})
