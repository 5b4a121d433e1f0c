import { Trans } from '../../../i18n/trans.js'
import styles from './unknown.module.css'

/** Content of a kind that this release does not know, as JSON. */
export function Unknown({ kind, text }: { kind: string | undefined; text: string }) {
  return (
    <div className={styles['unknown']} data-unknown>
      {kind !== undefined && (
        <p className="faint">
          <Trans i18nKey="session:unknown" values={{ kind }} components={{ kind: <span className="mono" /> }} />
        </p>
      )}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}
