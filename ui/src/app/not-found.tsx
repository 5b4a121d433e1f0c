import { Link } from '@tanstack/react-router'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import notes from '../kit/note.module.css'

/** The page for an unknown address, with links to others. */
export function NotFound() {
  const t = useWords()
  return (
    <div className={notes['note']} data-note>
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundAdvice')}</p>
      <Link to="/" className={buttons['button']}>
        {t('goToNow')}
      </Link>
    </div>
  )
}
