import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../api/call.js'
import { advice } from '../api/failure.js'
import { keys } from '../api/queries.js'
import { TOOL_IDS, TOOLS } from '../api/tools.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { SegmentedControl } from '../kit/segmented-control.js'
import { SettingRow, SettingSection } from '../kit/setting-row.js'
import { useThisBrowser } from '../pages/alerts/rules/use-this-browser.js'
import { PasswordDialog } from '../pages/team/account/password-dialog.js'
import { defaultTool } from '../preferences/new-lanes.js'
import { setDisplay, useDisplay } from '../theme/display.js'
import styles from './welcome.module.css'

/** What a user of a server sets once, after the first login. Each choice works at once; to skip the rest is fine. */
export function Welcome({ onDone }: { onDone: () => void }) {
  const t = useWords()
  const { theme } = useDisplay()
  const tool = useSyncExternalStore(defaultTool.subscribe, defaultTool.get)
  const [isChanging, setChanging] = useState(false)
  const { data: account, isPending } = useQuery({
    queryKey: keys.account,
    queryFn: ({ signal }) => call('GET /api/me/account', { signal }),
  })
  const { canBeOn, isOn, turnOn } = useThisBrowser()
  const finish = useMutation({ mutationFn: () => call('POST /api/me/onboarded'), onSuccess: onDone })
  const user = account?.mode === 'server' ? account.user : undefined
  if (isPending) return null
  return (
    <main className={styles['welcome']}>
      <title>{t('team:welcome.tab')}</title>
      <h1>{t('team:welcome.title', { name: user?.displayName || user?.username || '' })}</h1>
      <SettingSection>
        {account?.mode === 'server' && account.passwordSetBy === 'admin' && (
          <SettingRow label={t('team:account.password')} help={t('team:account.setByAdmin')}>
            <button type="button" className={buttons['button']} onClick={() => setChanging(true)}>
              {t('team:account.changeTitle')}
            </button>
          </SettingRow>
        )}
        <SettingRow label={t('team:welcome.theme')}>
          <SegmentedControl
            label={t('team:welcome.theme')}
            hidesLabel
            name="theme"
            value={theme}
            options={[
              ['system', t('team:welcome.system')],
              ['light', t('team:welcome.light')],
              ['dark', t('team:welcome.dark')],
            ]}
            onChange={(next) => setDisplay({ theme: next })}
          />
        </SettingRow>
        <SettingRow label={t('team:welcome.tool')} help={t('team:welcome.toolHelp')}>
          <SegmentedControl
            label={t('team:welcome.tool')}
            hidesLabel
            name="default-tool"
            value={tool}
            options={TOOL_IDS.map((id) => [id, TOOLS[id].name] as const)}
            onChange={defaultTool.set}
          />
        </SettingRow>
        {canBeOn && (
          <SettingRow
            label={t('team:welcome.notices')}
            help={t('team:welcome.noticesHelp')}
            error={turnOn.isError ? t('team:welcome.notAllowed') : undefined}
          >
            {isOn ? (
              <span className={styles['on']}>
                <Check size={14} aria-hidden />
                {t('team:welcome.on')}
              </span>
            ) : (
              <button
                type="button"
                className={buttons['button']}
                disabled={turnOn.isPending}
                onClick={() => turnOn.mutate()}
              >
                {t('team:welcome.allow')}
              </button>
            )}
          </SettingRow>
        )}
        {user?.role === 'member' && <SettingRow label={t('team:welcome.hooks')} help={t('team:welcome.hooksHelp')} />}
      </SettingSection>
      {finish.isError && (
        <p role="alert" className="bad">
          {advice(finish.error)}
        </p>
      )}
      <button type="button" className={buttons['primary']} disabled={finish.isPending} onClick={() => finish.mutate()}>
        {t('team:welcome.start')}
      </button>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </main>
  )
}
