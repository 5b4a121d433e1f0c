import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { settingsQuery } from '../api/queries.js'
import { withWords } from '../lazy/with-words.js'
import styles from './strips.module.css'

// Most visits need neither.
const RebuildingStrip = lazy(withWords('help', () => import('./rebuilding-strip.js')))
const DemoStrip = lazy(withWords('help', () => import('./demo-strip.js')))

/** What the user should know about the service on every page. */
export function ServiceStrips() {
  const { server } = useQuery(settingsQuery).data ?? {}
  return (
    // As high as the strip, so that the page does not move when its words arrive.
    <Suspense fallback={<p className={styles['demo']} />}>
      {server?.rebuilding === true && <RebuildingStrip />}
      {server?.demo === true && <DemoStrip />}
    </Suspense>
  )
}
