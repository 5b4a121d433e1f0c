import { Link } from '@tanstack/react-router'
import { useWords } from '../i18n/use-words.js'

/** An address that leads nowhere leads on. */
export function NotFound() {
  const t = useWords()
  return (
    <div className="note">
      <p>{t('notFound')}</p>
      <Link to="/" className="btn">
        {t('goToNow')}
      </Link>
    </div>
  )
}
