import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import { keys, settingsQuery } from '../../api/queries.js'
import { ProgressBar } from '../../kit/progress-bar.js'
import { Age } from '../../kit/time.js'
import { useImport } from '../../live/use-import.js'
import { importWords } from './import-words.js'

/** Nothing to show yet: what to do next, and a check that turns green at the first event. */
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

function HooksStep() {
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery)
  const install = useMutation({
    mutationFn: () => call('POST /api/settings/install-hooks', { body: { providers: ['claude', 'codex'] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  if (data === undefined) return null
  const { hooks } = data
  if (hooks.last_hook_at !== null) {
    return (
      <p className="green" role="status">
        <Check size={16} aria-hidden /> The first event has arrived, <Age since={hooks.last_hook_at} /> ago.
      </p>
    )
  }
  const installed = hooks.providers.claude.installed || hooks.providers.codex.installed
  return (
    <>
      <p>
        Hooks tell Switchyard what happens as it happens. They are added to <span className="mono">{hooks.path}</span>{' '}
        beside your own, with a backup, and can be removed again with{' '}
        <span className="mono">switchyard hooks uninstall</span>.
      </p>
      {installed ? (
        <p role="status" className="pending">
          Installed. Start <span className="mono">claude</span> or <span className="mono">codex</span> in a terminal:
          this turns green at its first event.
        </p>
      ) : (
        <button type="button" className="btn primary" disabled={install.isPending} onClick={() => install.mutate()}>
          Install hooks
        </button>
      )}
      {install.error !== null && (
        <p role="alert" className="bad">
          {advice(install.error)}
        </p>
      )}
      <p className="faint">Codex asks before it runs new hooks: trust them once, in Codex itself.</p>
    </>
  )
}
