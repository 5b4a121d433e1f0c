import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure, advice } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import { useConnection } from '../live/connection.js'
import buttons from './button.module.css'
import notes from './note.module.css'
import { useReturn } from './use-return.js'

interface FailureNoteProps {
  readonly error: unknown
  /** Reads the content again, if it is not a query. */
  readonly again?: () => void
  /** The heading if nothing was found, where the note is the whole page. */
  readonly missing?: string | undefined
}

/** What failed and what to do next, in place of the content that could not be read. */
export function FailureNote({ error, again, missing }: FailureNoteProps) {
  const t = useWords()
  const queries = useQueryClient()
  useReturn(error, again)
  const { state } = useConnection()
  const status = error instanceof Failure ? error.status : undefined
  // The connection strip above the page already shows the next attempt.
  const isTriedAbove = status === 0 && state === 'lost'
  return (
    <div className={notes['note']} data-note role="alert">
      {status === 404 && missing !== undefined ? (
        <>
          <h1>{missing}</h1>
          <p>{t('mayBeDeleted')}</p>
        </>
      ) : (
        <p>{advice(error)}</p>
      )}
      {status === 404 && (
        <Link to="/sessions" className={buttons['button']}>
          {t('lookAmong')}
        </Link>
      )}
      {status !== 404 && !isTriedAbove && (
        <button type="button" className={buttons['button']} onClick={again ?? (() => void queries.invalidateQueries())}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
}
