import { Check } from 'lucide-react'
import { advice } from '../../api/failure.js'
import { useHooks } from './use-hooks.js'

/** One quiet line while no hook has ever reported; it turns green at the first event and is gone at the next visit. */
export function HookLine() {
  const { hooks, demo, installed, turned, install } = useHooks()
  if (hooks === undefined || demo) return null
  if (hooks.last_hook_at !== null) {
    return turned ? (
      <p className="quiet-line green" role="status">
        <Check size={15} aria-hidden /> The first event has arrived: this page is live.
      </p>
    ) : null
  }
  return (
    <div className="quiet-line" role="status">
      {installed ? (
        <span>Hooks are installed. Start an agent: this turns green at its first event. Codex asks to trust them.</span>
      ) : (
        <>
          <span>Without hooks a waiting agent is noticed late. Codex will ask you to trust them.</span>
          <button type="button" className="btn" disabled={install.isPending} onClick={() => install.mutate()}>
            Install hooks
          </button>
        </>
      )}
      {install.error !== null && <span className="bad">{advice(install.error)}</span>}
    </div>
  )
}
