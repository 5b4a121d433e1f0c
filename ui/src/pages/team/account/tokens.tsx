import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { type AccessToken, tokensQuery } from '../../../api/team.js'
import { calendarDay } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import chips from '../../../kit/chip.module.css'
import { SettingSection } from '../../../kit/setting-row.js'
import { Moment } from '../../../kit/time.js'
import { useDelete } from '../../../kit/use-delete.js'
import styles from './account.module.css'
import { TokenDialog } from './token-dialog.js'

/** The access tokens of the user, with which programs act for them. */
export function Tokens() {
  const t = useWords()
  const queries = useQueryClient()
  const { data: tokens } = useQuery(tokensQuery)
  const [isAdding, setAdding] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
  const revocation = useDelete<AccessToken>({
    title: ({ name }) => t('team:tokens.revokeTitle', { name }),
    says: () => <p>{t('team:tokens.revokeSays')}</p>,
    action: t('team:tokens.revoke'),
    run: ({ id }) => call('DELETE /api/me/tokens/:id', { params: { id } }),
    done: () => t('team:tokens.revoked'),
    onChanged: () => void refresh(),
  })
  return (
    <SettingSection
      title={t('team:tokens.title')}
      actions={
        <button type="button" className={buttons['button']} onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden />
          {t('team:tokens.new')}
        </button>
      }
    >
      <p className="faint">{t('team:tokens.help')}</p>
      {tokens?.length === 0 && <p className="faint">{t('team:tokens.none')}</p>}
      {tokens !== undefined && tokens.length > 0 && (
        <div className={styles['scroll']}>
          <table className={styles['tokens']}>
            <thead>
              <tr>
                <th scope="col">{t('team:tokens.name')}</th>
                <th scope="col">{t('team:tokens.scopes')}</th>
                <th scope="col">{t('team:tokens.expires')}</th>
                <th scope="col">{t('team:tokens.used')}</th>
                <th>
                  <span className="sr-only">{t('team:tokens.revoke')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <tr key={token.id}>
                  <th scope="row">{token.name}</th>
                  <td>
                    {token.scopes.map((scope) => (
                      <span key={scope} className={chips['soft']}>
                        {scope}
                      </span>
                    ))}
                  </td>
                  <td className="num">{calendarDay(token.expiresAt.slice(0, 10))}</td>
                  <td>{token.lastUsedAt === null ? t('team:never') : <Moment at={token.lastUsedAt} />}</td>
                  <td>
                    <button type="button" className={buttons['button']} onClick={() => revocation.ask(token)}>
                      {t('team:tokens.revoke')}
                      <span className="sr-only"> {token.name}</span>
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isAdding && <TokenDialog onMade={() => void refresh()} onClose={() => setAdding(false)} />}
      {revocation.dialog}
    </SettingSection>
  )
}
