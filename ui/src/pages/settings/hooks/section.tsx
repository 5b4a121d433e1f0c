import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys, settingsQuery } from '../../../api/queries.js'
import { type Provider, PROVIDERS, toolOf } from '../../../api/tools.js'
import type { SettingsInfo } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { Age } from '../../../kit/time.js'
import { onEvent } from '../../../live/events.js'
import { throttle } from '../../../live/throttle.js'
import { useSettings } from '../use-settings.js'
import { RemoveOther } from './remove-other.js'

type Hooks = SettingsInfo['hooks']
const LOOK_MS = 500

/** How the agents report: whether their hooks are installed, and whether they arrive. */
export function HooksSection() {
  const t = useWords()
  const { data, error } = useSettings()
  if (data === undefined) return <Unread error={error} />
  const { hooks } = data
  return (
    <section className="setting" aria-labelledby="hooks-title">
      <h2 id="hooks-title">{t('settings:hooks.title')}</h2>
      <p className="says">{t('settings:hooks.says')}</p>
      {PROVIDERS.map((provider) => (
        <ToolHooks key={provider} provider={provider} name={toolOf(provider).name} hooks={hooks.providers[provider]} />
      ))}
      <LiveCheck last={hooks.last_hook_at} />
    </section>
  )
}

interface ToolHooksProps {
  readonly provider: Provider
  readonly name: string
  readonly hooks: Hooks['providers'][Provider]
}

function ToolHooks({ provider, name, hooks }: ToolHooksProps) {
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
  const there = all.filter(Boolean).length
  const hasOther = hooks.other_monitor.length > 0
  const sentence = { values: { tool: name }, components: { quiet: <span className="sr-only" /> } }
  return (
    <div className="setting-row">
      <div>
        <b>{name}</b>
        <p className="mono faint">{hooks.path}</p>
        {hooks.problem !== null && (
          <p role="alert" className="bad">
            {t('settings:hooks.unread', { reason: hooks.problem })}
          </p>
        )}
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        {hasOther && <p>{t('settings:hooks.other.says')}</p>}
      </div>
      <span className="num">
        {hooks.problem === null &&
          (there === 0 ? t('settings:hooks.none') : t('settings:hooks.some', { there, all: all.length }))}
      </span>
      <div className="buttons">
        {hasOther && <RemoveOther provider={provider} name={name} hooks={hooks} />}
        {there < all.length && (
          <button type="button" className="btn" disabled={isPending} onClick={() => mutate(true)}>
            <Trans i18nKey="settings:hooks.install" {...sentence} />
          </button>
        )}
        {there > 0 && (
          <button type="button" className="btn" disabled={isPending} onClick={() => mutate(false)}>
            <Trans i18nKey="settings:hooks.remove" {...sentence} />
          </button>
        )}
      </div>
    </div>
  )
}

/** Turns green when a hook arrives after it was asked for: installed is not yet reporting. */
function LiveCheck({ last }: { last: string | null }) {
  const t = useWords()
  const queries = useQueryClient()
  const [waitingSince, setWaitingSince] = useState<string | null>()
  const waits = waitingSince !== undefined && waitingSince === last
  useEffect(() => {
    if (!waits) return undefined
    const look = throttle(() => void queries.invalidateQueries({ queryKey: settingsQuery.queryKey }), LOOK_MS)
    return onEvent(look)
  }, [waits, queries])
  return (
    <div className="setting-row">
      <div>
        <b>{t('settings:hooks.check.title')}</b>
        <p className="faint">
          {last === null ? (
            t('settings:hooks.check.never')
          ) : (
            <Trans i18nKey="settings:hooks.check.newest" components={{ ago: <Age since={last} /> }} />
          )}
        </p>
      </div>
      <span role="status" className={waitingSince !== undefined && !waits ? 'green' : ''}>
        {waits && t('settings:hooks.check.waiting')}
        {waitingSince !== undefined && !waits && (
          <>
            <Check size={15} aria-hidden /> {t('settings:hooks.check.arrived')}
          </>
        )}
      </span>
      <div className="buttons">
        <button type="button" className="btn" disabled={waits} onClick={() => setWaitingSince(last)}>
          {t('settings:hooks.check.start')}
        </button>
      </div>
    </div>
  )
}
