import { Check } from 'lucide-react'
import { advice } from '../../api/failure.js'
import { Age } from '../../kit/time.js'
import { useHooks } from './use-hooks.js'

/** Installing the hooks, explained: where they go, how they leave again, and what comes next. */
export function HooksStep() {
  const { hooks, installed, install } = useHooks()
  if (hooks === undefined) return null
  if (hooks.last_hook_at !== null) {
    return (
      <p className="green" role="status">
        <Check size={16} aria-hidden />
        <span>
          The agents report. The newest event came <Age since={hooks.last_hook_at} /> ago.
        </span>
      </p>
    )
  }
  return (
    <>
      <p>
        Hooks tell Switchyard what happens as it happens. They are added to{' '}
        <span className="mono">{hooks.providers.claude.path}</span> and{' '}
        <span className="mono">{hooks.providers.codex.path}</span> beside your own, with a backup, and can be removed
        again with <span className="mono">switchyard hooks uninstall</span>.
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
