import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Minus } from 'lucide-react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Provider } from '../../../api/tools.js'
import type { SettingsInfo } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { SettingRow } from '../../../kit/setting-row.js'
import { Age } from '../../../kit/time.js'
import styles from './hooks.module.css'

export interface ToolHooksProps {
  readonly provider: Provider
  readonly name: string
  readonly hooks: SettingsInfo['hooks']['providers'][Provider]
}

/** The hooks of Switchyard in the settings of one tool. */
export function ToolHooks({ provider, name, hooks, isDemo }: ToolHooksProps & { readonly isDemo: boolean }) {
  const t = useWords()
  const queries = useQueryClient()
  const body = { providers: [provider] }
  const { mutate, error, isPending } = useMutation({
    mutationFn: (install: boolean) =>
      install
        ? call('POST /api/settings/install-hooks', { body })
        : call('POST /api/settings/uninstall-hooks', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  const all = Object.values(hooks.hooks)
  const installed = all.filter(Boolean).length
  const isComplete = installed === all.length
  const Icon = hooks.problem !== null ? CircleAlert : isComplete ? Check : Minus
  const state = hooks.problem !== null ? 'bad' : isComplete ? 'good' : 'off'
  const button = { values: { tool: name }, components: { quiet: <span className="sr-only" /> } }
  const status = isDemo
    ? t('settings:hooks.demo')
    : installed === 0
      ? t('settings:hooks.none')
      : t('settings:hooks.some', { installed, all: all.length })
  return (
    <SettingRow
      label={name}
      icon={<Icon size={16} className={styles[isDemo ? 'off' : state]} aria-hidden />}
      help={
        <>
          {hooks.problem === null && status}
          {hooks.last_hook_at != null && (
            <>
              {', '}
              <Trans i18nKey="settings:hooks.lastOf" components={{ ago: <Age since={hooks.last_hook_at} /> }} />
            </>
          )}
          {!isDemo && (
            <>
              {hooks.problem === null && ' · '}
              <span className="mono">{hooks.path}</span>
            </>
          )}
        </>
      }
      error={
        error !== null
          ? advice(error)
          : hooks.problem === null
            ? undefined
            : t('settings:hooks.unread', { reason: hooks.problem })
      }
    >
      {!isDemo && !isComplete && (
        <button type="button" className={buttons['button']} disabled={isPending} onClick={() => mutate(true)}>
          <Trans i18nKey="settings:hooks.install" {...button} />
        </button>
      )}
      {!isDemo && installed > 0 && (
        <button type="button" className={buttons['button']} disabled={isPending} onClick={() => mutate(false)}>
          <Trans i18nKey="settings:hooks.remove" {...button} />
        </button>
      )}
    </SettingRow>
  )
}
