import { ChevronRight } from 'lucide-react'
import { useWords } from '../../../i18n/use-words.js'
import { useDisclosure } from './disclosure.js'
import styles from './thinking.module.css'

/** A thought of the agent, collapsed; or a note that there was one, if its text was not recorded. */
export function Thinking({ text, place }: { text: string | undefined; place: string }) {
  const t = useWords()
  const [open, toggle] = useDisclosure(place, false)
  if (text === undefined) {
    return (
      <p className={styles['thinking']} title={t('session:thought.why')}>
        <span className={styles['sealed']}>{t('session:thought.sealed')}</span>
      </p>
    )
  }
  return (
    <div className={styles['thinking']}>
      <button type="button" aria-expanded={open} onClick={toggle}>
        <ChevronRight size={13} aria-hidden /> {t('session:thought.open')}
      </button>
      {open && <p>{text}</p>}
    </div>
  )
}
