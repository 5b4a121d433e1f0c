import type { ErrorComponentProps } from '@tanstack/react-router'
import { advice, Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { FailureNote } from '../kit/failure-note.js'
import notes from '../kit/note.module.css'

/** A browser does not always request a part again that failed to load, so the whole page is reloaded. */
const beginAnew = (): void => location.reload()

/** A page that failed to render: what happened, and a way to continue. */
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
