import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Failure } from './api/failure.js'
import { adoptTokenFromAddress } from './api/token.js'
import { router } from './app/router.js'
import { speakChosen } from './i18n/choice.js'
import { startLive } from './live/start.js'
import { LiveContext } from './live/context.js'
import './theme/index.css'

adoptTokenFromAddress()

const queries = new QueryClient({
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
const live = startLive(queries)
const root = document.getElementById('root')
// Nothing is shown before it can be said in the reader's language.
await speakChosen()
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LiveContext value={live}>
          <RouterProvider router={router} />
        </LiveContext>
      </QueryClientProvider>
    </StrictMode>,
  )
}
