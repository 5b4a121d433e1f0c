import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.js'
import { advice } from '../api/failure.js'
import { keys } from '../api/queries.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { SettingRow, SettingSection } from '../kit/setting-row.js'
import { useThisBrowser } from '../pages/alerts/rules/use-this-browser.js'
import { ThemeChoice, ToolChoice } from '../pages/settings/preferences/choices.js'
import { PasswordDialog } from '../pages/team/account/password-dialog.js'
import styles from './welcome.module.css'

/** What a user of a server sets once, after the first login. Each choice works at once; to skip the rest is fine. */
export function Welcome({ onDone }: { onDone: () => void }) {
  const t = useWords()
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
        <SettingRow label={t('settings:preferences.theme')}>
          <ThemeChoice />
        </SettingRow>
        <SettingRow label={t('team:welcome.tool')} help={t('team:welcome.toolHelp')}>
          <ToolChoice />
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
