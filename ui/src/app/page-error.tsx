import type { ErrorComponentProps } from '@tanstack/react-router'
import { advice } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'

/** A page that broke: what happened, and a way back into it. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useWords()
  return (
    <div className="note" role="alert">
      <p>{advice(error)}</p>
      {error instanceof Error && <p className="mono faint">{error.message}</p>}
      <button type="button" className="btn" onClick={reset}>
        {t('showAgain')}
      </button>
    </div>
  )
}
