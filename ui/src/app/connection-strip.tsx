import { duration } from '../format/format.js'
import { Trans } from '../i18n/trans.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { useTimed } from '../live/clock.js'
import { useConnection, wasEverLive } from '../live/connection.js'
import { useLive } from '../live/context.js'
import type { Connection } from '../live/socket.js'
import styles from './strips.module.css'

/** Says that the data may be outdated, and when the next attempt is. */
export function ConnectionStrip() {
  const connection = useConnection()
  return connection.state === 'lost' ? <Lost connection={connection} /> : null
}

function Lost({ connection: { since, retryAt } }: { connection: Extract<Connection, { state: 'lost' }> }) {
  const t = useWords()
  const live = useLive()
  const lost = useTimed((now) => duration(Math.max(1000, now - since)))
  // Empty while an attempt runs.
  const next = useTimed((now) => (retryAt - now < 1000 ? '' : duration(retryAt - now)))
  const what = wasEverLive() ? 'lost' : 'unreached'
  return (
    <div className={styles['lost']} role="status">
      <span>
        <Trans
          i18nKey={next === '' ? `connection.${what}Now` : `connection.${what}`}
          values={{ lost, next }}
          components={{ b: <b /> }}
        />
      </span>
      <button type="button" className={buttons['button']} onClick={live?.retry}>
        {t('connection.tryNow')}
      </button>
    </div>
  )
}
