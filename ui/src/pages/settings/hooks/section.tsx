import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from '../../../api/queries.js'
import { PROVIDERS, toolOf } from '../../../api/tools.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Page } from '../../../kit/page.js'
import { SettingSection } from '../../../kit/setting-row.js'
import { Age } from '../../../kit/time.js'
import { Unread } from '../../../kit/unread.js'
import { onEvent } from '../../../live/events.js'
import { throttle } from '../../../live/throttle.js'
import { useSettings } from '../use-settings.js'
import { OtherHooks } from './other-hooks.js'
import { ToolHooks } from './tool-hooks.js'

/** The shortest pause between two reads while events arrive. */
const PAUSE_MS = 1000

/** Whether the hooks of each tool are installed, and when the last event arrived. */
export function HooksSection() {
  const t = useWords()
  const { data, error } = useSettings()
  useLastHook()
  if (data === undefined) return <Unread error={error} />
  const { hooks, server } = data
  const isInstalled = PROVIDERS.some((provider) => Object.values(hooks.providers[provider].hooks).some(Boolean))
  const others = PROVIDERS.filter((provider) => hooks.providers[provider].other_monitor.length > 0)
  return (
    <Page title={t('pages.hooks')} isNarrow>
      <SettingSection
        title={t('settings:hooks.ours')}
        actions={
          <span className="faint" role="status">
            {hooks.last_hook_at === null ? (
              t(isInstalled ? 'settings:hooks.waiting' : 'settings:hooks.noEvents')
            ) : (
              <Trans i18nKey="settings:hooks.last" components={{ ago: <Age since={hooks.last_hook_at} /> }} />
            )}
          </span>
        }
      >
        {PROVIDERS.map((provider) => (
          <ToolHooks
            key={provider}
            provider={provider}
            name={toolOf(provider).name}
            hooks={hooks.providers[provider]}
            isDemo={server.demo}
          />
        ))}
      </SettingSection>
      {others.length > 0 && (
        <SettingSection title={t('settings:hooks.others')}>
          {others.map((provider) => (
            <OtherHooks
              key={provider}
              provider={provider}
              name={toolOf(provider).name}
              hooks={hooks.providers[provider]}
            />
          ))}
        </SettingSection>
      )}
    </Page>
  )
}

/** Re-reads the settings while events arrive, so that "Last event" is that of the last hook. */
function useLastHook(): void {
  const queries = useQueryClient()
  useEffect(
    () => onEvent(throttle(() => void queries.invalidateQueries({ queryKey: settingsQuery.queryKey }), PAUSE_MS)),
    [queries],
  )
}
