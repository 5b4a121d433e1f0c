import { useWords } from '../../i18n/use-words.js'
import { importWords } from '../../kit/import-words.js'
import { ProgressBar } from '../../kit/progress-bar.js'
import { useImport } from '../../live/use-import.js'
import { HooksStep } from './hooks-step.js'

/** Nothing was ever seen: what to do next, with a check that turns green at the first event. */
export function FirstSteps() {
  const t = useWords()
  const progress = useImport()
  return (
    <div className="first">
      <h1>{t('now:first.title')}</h1>
      <p className="lead">{t('now:first.lead')}</p>
      <ol>
        <li className="step">
          <h2>{t('now:first.report')}</h2>
          <HooksStep />
        </li>
        <li className="step">
          <h2>{t('now:first.history')}</h2>
          {progress === null ? (
            <p>{t('now:first.background')}</p>
          ) : (
            <>
              <p>{importWords(progress)}</p>
              <ProgressBar label={t('import.label')} done={progress.bytes_processed} total={progress.bytes_total} />
            </>
          )}
        </li>
      </ol>
    </div>
  )
}
