import type { ErrorComponentProps } from '@tanstack/react-router'
import { advice, Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { FailureNote } from '../kit/failure-note.js'
import notes from '../kit/note.module.css'

/** A part that could not be loaded is not always asked for a second time by the browser. */
const beginAnew = (): void => location.reload()

/** A page that broke: what happened, and a way back into it. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const t = useWords()
  if (error instanceof Failure) return <FailureNote error={error} again={beginAnew} />
  return (
    <div className={notes['note']} data-note role="alert">
      <p>{advice(error)}</p>
      {error instanceof Error && <p className="mono faint">{error.message}</p>}
      <button type="button" className={buttons['button']} onClick={reset}>
        {t('showAgain')}
      </button>
    </div>
  )
}
