import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { callerQuery } from '../api/queries.js'
import { loadPart } from '../lazy/load-part.js'

const SignedIn = lazy(async () => ({ default: (await loadPart(() => import('./signed-in.js'))).SignedIn }))

/** Who is signed in, and the way out. Local mode has one user, and shows nothing. */
export function Caller() {
  const { data } = useQuery(callerQuery)
  return (
    data?.mode === 'server' && (
      <Suspense fallback={null}>
        <SignedIn />
      </Suspense>
    )
  )
}
