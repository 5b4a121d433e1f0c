import { importWords } from '../../kit/import-words.js'
import { ProgressBar } from '../../kit/progress-bar.js'
import { useImport } from '../../live/use-import.js'
import { HooksStep } from './hooks-step.js'

/** Nothing was ever seen: what to do next, with a check that turns green at the first event. */
export function FirstSteps() {
  const progress = useImport()
  return (
    <div className="first">
      <h1>No agents yet</h1>
      <p className="lead">
        Switchyard shows every Claude Code and Codex session on this machine: which one waits for you, why, and what it
        cost. Two things bring it to life.
      </p>
      <ol>
        <li className="step">
          <h2>Let the agents report</h2>
          <HooksStep />
        </li>
        <li className="step">
          <h2>Your history</h2>
          {progress === null ? (
            <p>Conversations you already had are read in the background, and new ones as soon as you start an agent.</p>
          ) : (
            <>
              <p>{importWords(progress)}</p>
              <ProgressBar label="History import" done={progress.bytes_processed} total={progress.bytes_total} />
            </>
          )}
        </li>
      </ol>
    </div>
  )
}
