import { Check } from 'lucide-react'
import { advice } from '../../api/failure.js'
import { useWords } from '../../i18n/use-words.js'
import { useHooks } from './use-hooks.js'

/** One quiet line while no hook has ever reported; it turns green at the first event and is gone at the next visit. */
export function HookLine() {
  const t = useWords()
  const { hooks, demo, installed, turned, install } = useHooks()
  if (hooks === undefined || demo) return null
  if (hooks.last_hook_at !== null) {
    return turned ? (
      <p className="quiet-line green" role="status">
        <Check size={15} aria-hidden /> {t('now:hooks.arrived')}
      </p>
    ) : null
  }
  return (
    <div className="quiet-line" role="status">
      {installed ? (
        <span>{t('now:hooks.installed')}</span>
      ) : (
        <>
          <span>{t('now:hooks.without')}</span>
          <button type="button" className="btn" disabled={install.isPending} onClick={() => install.mutate()}>
            {t('now:hooks.install')}
          </button>
        </>
      )}
      {install.error !== null && <span className="bad">{advice(install.error)}</span>}
    </div>
  )
}
