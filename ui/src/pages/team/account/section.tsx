import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { callerQuery, keys } from '../../../api/queries.js'
import { accountQuery } from '../../../api/team.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Instructions } from '../../../kit/instructions.js'
import { notify } from '../../../kit/notices.js'
import { Page } from '../../../kit/page.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import styles from './account.module.css'
import { Person } from './person.js'
import { PasswordDialog } from './password-dialog.js'
import { Tokens } from './tokens.js'

/** What others see of the user, where they are signed in, and what acts for them. */
export function AccountSection() {
  const t = useWords()
  const queries = useQueryClient()
  const { data: account, error } = useQuery(accountQuery)
  const [isChanging, setChanging] = useState(false)
  const signOut = useMutation({
    mutationFn: () => call('POST /api/me/sign-out-others'),
    onSuccess: ({ ended }) => notify(t('team:account.ended', { count: ended })),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.account }),
  })
  if (account === undefined) return <Unread error={error} />
  if (account.mode === 'local') return <Unread error={null} />
  const { user, logins, passwordSetBy } = account
  return (
    <Page title={t('pages.account')} isNarrow>
      {passwordSetBy === 'admin' && <p className={styles['note']}>{t('team:account.setByAdmin')}</p>}
      <Person
        key={JSON.stringify(user)}
        account={account}
        onChanged={() => {
          void queries.invalidateQueries({ queryKey: keys.account })
          void queries.invalidateQueries({ queryKey: callerQuery.queryKey })
        }}
      />
      <SettingSection title={t('team:account.signIn')}>
        <SettingRow label={t('team:account.password')}>
          <button type="button" className={buttons['button']} onClick={() => setChanging(true)}>
            {t('team:account.change')}
          </button>
        </SettingRow>
        <SettingRow
          label={t('team:account.logins')}
          help={t('team:account.loginsOpen', { count: logins })}
          error={signOut.error === null ? undefined : advice(signOut.error)}
        >
          {logins > 1 && (
            <button
              type="button"
              className={buttons['button']}
              disabled={signOut.isPending}
              onClick={() => signOut.mutate()}
            >
              {t('team:account.signOutOthers')}
            </button>
          )}
        </SettingRow>
      </SettingSection>
      <Tokens />
      <Instructions
        queryKey={['instructions', 'me']}
        read={(signal) => call('GET /api/me/instructions', { signal })}
        write={(instructions) => call('PUT /api/me/instructions', { body: { instructions } })}
        help={t('team:account.instructions')}
      />
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Page>
  )
}
