import type { Session } from '../../api/types.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { askWords } from '../../kit/ask-words.js'
import { Glyph } from '../../kit/glyph.js'
import { Age } from '../../kit/time.js'
import { SessionWhy } from '../../kit/session-why.js'
import styles from './banner.module.css'

/** Shown only if the user has to act: the session waits, or it failed. */
export function Banner({ session }: { session: Session }) {
  const t = useWords()
  const { situation, headline } = session
  if (situation !== 'needs_you' && situation !== 'failed') return null
  const waits = situation === 'needs_you'
  // The text of the request; the banner already says that the session waits.
  const asks = waits && (headline?.kind === 'question' || headline?.kind === 'permission')
  return (
    <div className={styles['banner']} data-situation={situation}>
      <Glyph situation={situation} />
      <p className={styles['says']}>
        <b>
          <Trans
            i18nKey={waits ? 'session:banner.waits' : 'session:banner.failed'}
            components={{ age: <Age since={session.situation_since} className="num" /> }}
          />
        </b>{' '}
        {asks && `${t('session:banner.ask', { ask: askWords(headline) })} `}
        <span className={headline?.kind === 'permission' && headline.tool !== null ? 'mono' : ''}>
          {headline?.text}
        </span>
      </p>
      <SessionWhy id={session.id} situation={session.situation} read={session} className={styles['why']}>
        {t('session:banner.why')}
      </SessionWhy>
    </div>
  )
}
