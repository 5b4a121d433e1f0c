import { Check } from 'lucide-react'
import { advice } from '../../api/failure.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { Age } from '../../kit/time.js'
import { useHooks } from './use-hooks.js'

/** Installing the hooks, explained: where they go, how they leave again, and what comes next. */
export function HooksStep() {
  const t = useWords()
  const { hooks, installed, install } = useHooks()
  if (hooks === undefined) return null
  if (hooks.last_hook_at !== null) {
    return (
      <p className="green" role="status">
        <Check size={16} aria-hidden />
        <span>
          <Trans i18nKey="now:hooks.newest" components={{ ago: <Age since={hooks.last_hook_at} /> }} />
        </span>
      </p>
    )
  }
  return (
    <>
      <p>
        <Trans
          i18nKey="now:hooks.explain"
          values={{ claude: hooks.providers.claude.path, codex: hooks.providers.codex.path }}
          components={{ path: <span className="mono" /> }}
        />
      </p>
      {[hooks.providers.claude, hooks.providers.codex].map(
        ({ path, problem }) =>
          problem !== null && (
            <p key={path} role="alert" className="bad">
              {t('now:hooks.unread', { path, reason: problem })}
            </p>
          ),
      )}
      {installed ? (
        <p role="status" className="pending">
          <Trans i18nKey="now:hooks.start" components={{ path: <span className="mono" /> }} />
        </p>
      ) : (
        <button type="button" className="btn primary" disabled={install.isPending} onClick={() => install.mutate()}>
          {t('now:hooks.install')}
        </button>
      )}
      {install.error !== null && (
        <p role="alert" className="bad">
          {advice(install.error)}
        </p>
      )}
      <p className="faint">{t('now:hooks.trust')}</p>
    </>
  )
}
