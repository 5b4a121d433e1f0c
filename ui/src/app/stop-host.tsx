import { lazy, Suspense } from 'react'
import { withWords } from '../lazy/with-words.js'
import { useStopRequest } from '../pages/lane/stop/request.js'

const StopDialog = lazy(withWords('lanes', () => import('../pages/lane/stop/stop-dialog.js')))

/** Stops what a key, a row or the palette requested. */
export function StopHost() {
  const target = useStopRequest()
  return target === undefined ? null : (
    <Suspense>
      <StopDialog target={target} />
    </Suspense>
  )
}
