import { Trans } from '../i18n/trans.js'
import styles from './strips.module.css'

/** Says on every page that the data is invented, and how to see real agents. */
export default function DemoStrip() {
  return (
    <p className={styles['demo']} role="note">
      <Trans i18nKey="help:demo" components={{ b: <b />, command: <code /> }} />
    </p>
  )
}
