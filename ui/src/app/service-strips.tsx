import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { settingsQuery } from '../api/queries.js'
import { Trans } from '../i18n/trans.js'
import { withWords } from '../lazy/with-words.js'
import styles from './strips.module.css'

const RebuildingStrip = lazy(withWords('help', () => import('./rebuilding-strip.js')))

/** What the user should know about the service on every page. */
export function ServiceStrips() {
  const { data } = useQuery(settingsQuery)
  return (
    <>
      {data?.server.rebuilding === true && (
        <Suspense>
          <RebuildingStrip />
        </Suspense>
      )}
      {data?.server.demo === true && <DemoStrip />}
    </>
  )
}

/** Says on every page that the data is invented, and how to see real agents. */
function DemoStrip() {
  return (
    <p className={styles['demo']} role="note">
      <Trans i18nKey="demo" components={{ b: <b />, command: <code /> }} />
    </p>
  )
}
