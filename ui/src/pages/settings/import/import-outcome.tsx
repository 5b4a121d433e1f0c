import { advice, Failure } from '../../../api/failure.js'
import { bytes, plural } from '../../../format/format.js'
import { ImportLine } from '../../../kit/import-line.js'
import { ProgressBar } from '../../../kit/progress-bar.js'
import { outcomeWords, type RejectedFile, rejectedIn } from './outcome-words.js'
import type { Importing } from './use-importing.js'

/** How far an import is, and what came of it. */
export function ImportOutcome({ importing }: { importing: Importing }) {
  const { sent, stop, outcome, error, isRunning, kind } = importing
  const isSending = sent !== undefined && sent.bytes < sent.total
  const rejected = error instanceof Failure ? rejectedIn(error) : (outcome?.rejected_files ?? [])
  return (
    <div className="outcome" role="status">
      {isSending && (
        <div className="sending">
          <span>
            Sending {bytes(sent.bytes)} of {bytes(sent.total)}
          </span>
          <ProgressBar label="Upload" done={sent.bytes} total={sent.total} />
          <button type="button" className="btn" onClick={stop}>
            Stop
          </button>
        </div>
      )}
      {isRunning && !isSending && <p>Reading. You can leave this page: it goes on.</p>}
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
  return (
    <details open={files.length < 6}>
      <summary>{plural(files.length, 'file was', 'files were')} not taken</summary>
      <ul className="rejected">
        {files.map(({ name, reason }, index) => (
          <li key={index}>
            <span className="mono">{name}</span> <span className="faint">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
