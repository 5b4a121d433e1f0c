import { useWords } from '../i18n/use-words.js'
import { useImport } from '../live/use-import.js'
import styles from './import-line.module.css'
import { importWords } from './import-words.js'
import { ProgressBar } from './progress-bar.js'

/** The progress of the history import; empty at any other time. */
export function ImportLine() {
  const t = useWords()
  const progress = useImport()
  if (progress === null) return null
  return (
    <div className={styles['line']} data-import>
      <span>{importWords(progress)}</span>
      <ProgressBar label={t('import.label')} done={progress.bytes_processed} total={progress.bytes_total} />
    </div>
  )
}
