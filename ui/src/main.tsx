import './theme/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/query-client.js'
import { adoptTokenFromAddress } from './api/token.js'
import { router } from './app/router.js'
import { speakChosen } from './i18n/choice.js'
import { LiveContext } from './live/context.js'
import { startLive } from './live/start.js'
import { openStartPage } from './navigation/start-page.js'

adoptTokenFromAddress()
openStartPage()

const live = startLive(queries)
const root = document.getElementById('root')
// Render only once there is text in the language of the user.
await speakChosen()
// Not needed for the first paint.
void import('./app/after-paint.js').then(({ startAfterPaint }) => startAfterPaint())
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
