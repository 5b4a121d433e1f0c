import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure, advice } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'

/** What failed and what to do next, in place of the content that could not be read. */
export function FailureNote({ error }: { error: Error }) {
  const t = useWords()
  const queries = useQueryClient()
  const isGone = error instanceof Failure && error.status === 404
  return (
    <div className="note" role="alert">
      <p>{advice(error)}</p>
      {isGone ? (
        <Link to="/sessions" className="btn">
          {t('lookAmong')}
        </Link>
      ) : (
        <button type="button" className="btn" onClick={() => void queries.invalidateQueries()}>
          {t('tryAgain')}
        </button>
      )}
    </div>
  )
}
