import { Link } from '@tanstack/react-router'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import notes from '../../kit/note.module.css'

/** Says that a session was moved to the background, with a link to the one that it goes on as, or that it continues. */
export function Continued({ session: { continued_in: next, continued_from: before } }: { session: Session }) {
  const t = useWords()
  const other = next ?? before
  if (other === null) return null
  return (
    <p className={notes['note']} data-note>
      {t(next === null ? 'session:continued.from' : 'session:continued.in')}{' '}
      <Link to="/sessions/$id" params={{ id: other }}>
        {t('session:continued.open')}
      </Link>
    </p>
  )
}
