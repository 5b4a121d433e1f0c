import { advice } from '../../api/failure.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Age } from '../../kit/time.js'
import styles from './first-steps.module.css'
import { useHooks } from './use-hooks.js'

/** Installs the hooks, names the files that it changes, and waits for the first event. */
export function HooksStep() {
  const t = useWords()
  const { hooks, installed, install } = useHooks()
  if (hooks === undefined) return null
  if (hooks.last_hook_at !== null) {
    return (
      <p role="status">
        <Trans i18nKey="now:hooks.last" components={{ ago: <Age since={hooks.last_hook_at} /> }} />
      </p>
    )
  }
  const { claude, codex } = hooks.providers
  return (
    <>
      <p>{t('now:hooks.explain')}</p>
      {[claude, codex].map(
        ({ path, problem }) =>
          problem !== null && (
            <p key={path} role="alert" className="bad">
              {t('now:hooks.unread', { path, reason: problem })}
            </p>
          ),
      )}
      {installed ? (
        <p role="status" className={styles['pending']}>
          <Trans i18nKey="now:hooks.waiting" components={{ path: <span className="mono" /> }} />
        </p>
      ) : (
        <button
          type="button"
          className={buttons['primary']}
          disabled={install.isPending}
          onClick={() => install.mutate()}
        >
          {t('now:hooks.install')}
        </button>
      )}
      {install.error !== null && (
        <p role="alert" className="bad">
          {advice(install.error)}
        </p>
      )}
      {!installed && (
        <p className={styles['small']}>
          <Trans
            i18nKey="now:hooks.files"
            values={{ claude: claude.path, codex: codex.path }}
            components={{ path: <span className="mono" /> }}
          />
        </p>
      )}
    </>
  )
}
