import { advice, Failure } from '../../../api/failure.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { ImportLine } from '../../../kit/import-line.js'
import { ProgressBar } from '../../../kit/progress-bar.js'
import styles from './import-outcome.module.css'
import { outcomeWords, type RejectedFile, rejectedIn } from './outcome-words.js'
import type { Importing } from './use-importing.js'

/** The progress of an import, and its result. */
export function ImportOutcome({ importing }: { importing: Importing }) {
  const t = useWords()
  const { sent, stop, outcome, error, isRunning, kind } = importing
  const isSending = sent !== undefined && sent.bytes < sent.total
  const rejected = error instanceof Failure ? rejectedIn(error) : (outcome?.rejected_files ?? [])
  return (
    <div className={styles['outcome']} role="status">
      {isSending && (
        <div className={styles['sending']}>
          <span>{t('settings:import.sending', { sent: bytes(sent.bytes), total: bytes(sent.total) })}</span>
          <ProgressBar label={t('settings:import.upload')} done={sent.bytes} total={sent.total} />
          <button type="button" className={buttons['button']} onClick={stop}>
            {t('settings:import.stop')}
          </button>
        </div>
      )}
      {isRunning && !isSending && <p>{t('settings:import.reading')}</p>}
      <ImportLine />
      {!isRunning && error !== null && kind !== 'folder' && (
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      )}
      {!isRunning && error === null && outcome !== undefined && <p className="well">{outcomeWords(outcome)}</p>}
      {!isRunning && rejected.length > 0 && <Rejected files={rejected} />}
    </div>
  )
}

function Rejected({ files }: { files: readonly RejectedFile[] }) {
  const t = useWords()
  return (
    <details open={files.length < 6}>
      <summary>{t('settings:import.rejected', { count: files.length })}</summary>
      <ul className={styles['rejected']}>
        {files.map(({ name, reason }, index) => (
          <li key={index}>
            <span className="mono">{name}</span> <span className="faint">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
