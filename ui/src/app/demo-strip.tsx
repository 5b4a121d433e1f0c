import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.js'
import { Trans } from '../i18n/trans.js'
import styles from './strips.module.css'

/** Says on every page that the data is invented, and how to see real agents. */
export function DemoStrip() {
  const { data } = useQuery(settingsQuery)
  if (data?.server.demo !== true) return null
  return (
    <p className={styles['demo']} role="note">
      <Trans i18nKey="demo" components={{ b: <b />, command: <code /> }} />
    </p>
  )
}
