import { BellOff } from 'lucide-react'
import { useEffect } from 'react'
import { Trans } from '../i18n/trans.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { classes } from '../kit/classes.js'
import { titleOf } from '../kit/session-label.js'
import { forgetLastMuted, toggleMute } from '../rows/muted.js'
import { useSession } from '../rows/rows.js'
import styles from './toasts.module.css'

/** Long enough to notice that the wrong session was muted. */
const SHOWN_MS = 8000

/** Says after muting what it does, with an undo. */
export function MuteNotice({ id }: { id: string }) {
  const t = useWords()
  const session = useSession(id)
  useEffect(() => {
    const timer = setTimeout(forgetLastMuted, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  if (session === undefined) return null
  return (
    <div className={classes(styles['toast'], styles['quiet'])} role="status" data-toast>
      <BellOff size={16} aria-hidden />
      <p>
        <Trans i18nKey="mute.says" values={{ name: titleOf(session) }} components={{ b: <b /> }} />
      </p>
      <button type="button" className={buttons['button']} onClick={() => toggleMute(id)}>
        {t('mute.undo')}
      </button>
    </div>
  )
}
