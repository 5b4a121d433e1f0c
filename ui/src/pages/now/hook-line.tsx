import { Check } from 'lucide-react'
import { advice } from '../../api/failure.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import styles from './hook-line.module.css'
import { useHooks } from './use-hooks.js'

/** One line as long as no hook has reported. It turns green at the first event, and is not shown on the next visit. */
export function HookLine() {
  const t = useWords()
  const { hooks, demo, installed, turned, install } = useHooks()
  if (hooks === undefined || demo) return null
  if (hooks.last_hook_at !== null) {
    return turned ? (
      <p className={classes('green', styles['line'])} data-hooks="arrived" role="status">
        <Check size={15} aria-hidden /> {t('now:hooks.arrived')}
      </p>
    ) : null
  }
  return (
    <div className={styles['line']} data-hooks role="status">
      {installed ? (
        <span>{t('now:hooks.installed')}</span>
      ) : (
        <>
          <span>{t('now:hooks.without')}</span>
          <button
            type="button"
            className={buttons['button']}
            disabled={install.isPending}
            onClick={() => install.mutate()}
          >
            {t('now:hooks.install')}
          </button>
        </>
      )}
      {install.error !== null && <span className="bad">{advice(install.error)}</span>}
    </div>
  )
}
