import { QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.js'

const SOON_MS = 300
const SECOND_MS = 1000

/** What was asked of the service, and its answers. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The socket says when something changes; asking again on a hunch would only cost.
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only a service that did not answer is worth a second try. One that cannot be reached is
      // spoken of soon: it is looked for by the note that says so.
      retry: (failures, error) =>
        error instanceof Failure && (error.status === 0 ? failures < 1 : error.status >= 500 && failures < 2),
      retryDelay: (failures, error) =>
        error instanceof Failure && error.status === 0 ? SOON_MS : SECOND_MS * 2 ** failures,
    },
  },
})
