import { useImport } from '../live/use-import.js'
import { importWords } from './import-words.js'
import { ProgressBar } from './progress-bar.js'

/** One quiet line while history is being read; nothing at any other time. */
export function ImportLine() {
  const progress = useImport()
  if (progress === null) return null
  return (
    <div className="import-line">
      <span>{importWords(progress)}</span>
      <ProgressBar label="History import" done={progress.bytes_processed} total={progress.bytes_total} />
    </div>
  )
}
