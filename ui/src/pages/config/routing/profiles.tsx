import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { moment } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Menu, MenuItem } from '../../../kit/menu.js'
import { notify } from '../../../kit/notices.js'
import { Unread } from '../../../kit/unread.js'
import { useTimed } from '../../../live/clock.js'
import { DeleteLogin, RenameLogin, SaveLogin, SwitchLogin } from './profile-dialogs.js'
import { type Profile, profilesQuery, quotaQuery } from './queries.js'
import { QuotaBar } from './quota-bar.js'
import styles from './routing.module.css'

type Asked = { readonly kind: 'switch' | 'rename' | 'delete'; readonly profile: Profile } | { readonly kind: 'save' }

/** Who Claude Code is signed in as, and who its user could be. */
export function Profiles({ canChange }: { canChange: boolean }) {
  const t = useWords()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const { data, error } = useQuery(profilesQuery)
  const again = useMutation({
    mutationFn: (name: string) => call('POST /api/cc-config/profiles', { body: { name } }),
    onSuccess: async ({ profile }) => {
      await queries.invalidateQueries({ queryKey: keys.config })
      notify(t('config:login.savedAs', { label: profile.label }))
    },
  })
  if (data === undefined) return <Unread error={error} />
  const { profiles, live } = data
  const own = profiles.find(({ active }) => active)
  const close = (): void => setAsked(undefined)
  return (
    <>
      <section className={styles['current']}>
        <div>
          <b>{live === null ? t('config:login.signedOut') : (live.email ?? t('config:login.unnamed'))}</b>
          <p>
            {live === null
              ? t('config:login.signIn')
              : own === undefined
                ? t('config:login.unsaved')
                : t('config:login.inUse', { label: own.label })}
          </p>
        </div>
        {canChange && live !== null && own === undefined && (
          <button type="button" className={buttons['primary']} onClick={() => setAsked({ kind: 'save' })}>
            {t('config:login.save')}
          </button>
        )}
      </section>
      {again.error !== null && <p className="bad">{advice(again.error)}</p>}
      {profiles.length === 0 ? (
        <p className={styles['note']}>{t('config:login.none')}</p>
      ) : (
        <ul className={styles['rows']}>
          {profiles.map((profile) => (
            <Row
              key={profile.name}
              profile={profile}
              canChange={canChange}
              onAsk={(kind) => setAsked({ kind, profile })}
              onSaveAgain={() => again.mutate(profile.name)}
            />
          ))}
        </ul>
      )}
      <p className={styles['note']}>{t('config:login.only')}</p>
      {asked?.kind === 'save' && <SaveLogin email={live?.email ?? null} onClose={close} />}
      {asked?.kind === 'switch' && (
        <SwitchLogin target={asked.profile} own={own} isUnsaved={live !== null && own === undefined} onClose={close} />
      )}
      {asked?.kind === 'rename' && <RenameLogin profile={asked.profile} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteLogin profile={asked.profile} onClose={close} />}
    </>
  )
}

interface RowProps {
  readonly profile: Profile
  readonly canChange: boolean
  readonly onAsk: (kind: 'switch' | 'rename' | 'delete') => void
  readonly onSaveAgain: () => void
}

function Row({ profile, canChange, onAsk, onSaveAgain }: RowProps) {
  const t = useWords()
  const { label, email, organization, subscriptionType, active, hasLogin } = profile
  const about = [email, organization, subscriptionType].filter((part) => part !== null)
  return (
    <li>
      <div className={styles['who']}>
        <b>{label}</b>
        <p>{hasLogin ? about.join(' · ') : t('config:login.lost')}</p>
      </div>
      <Quotas name={profile.name} canAsk={canChange && hasLogin} />
      <div className={styles['actions']}>
        {active && <span>{t('config:login.current')}</span>}
        {canChange && !active && hasLogin && (
          <button type="button" className={buttons['button']} onClick={() => onAsk('switch')}>
            {t('config:login.switch')}
          </button>
        )}
        {canChange && (
          <Menu
            trigger={
              <button type="button" className={buttons['icon']} aria-label={t('config:login.more', { label })}>
                <MoreHorizontal size={16} aria-hidden />
              </button>
            }
          >
            <MenuItem onSelect={() => onAsk('rename')}>{t('config:login.rename')}</MenuItem>
            {active && <MenuItem onSelect={onSaveAgain}>{t('config:login.again')}</MenuItem>}
            <MenuItem isDanger onSelect={() => onAsk('delete')}>
              {t('config:delete')}
            </MenuItem>
          </Menu>
        )}
      </div>
    </li>
  )
}

function Quotas({ name, canAsk }: { name: string; canAsk: boolean }) {
  const t = useWords()
  const { data, error, isFetching, refetch } = useQuery(quotaQuery(name))
  const check = canAsk && (
    <button type="button" className={buttons['button']} disabled={isFetching} onClick={() => void refetch()}>
      {t(isFetching ? 'config:login.checking' : 'config:login.check')}
    </button>
  )
  if (data === undefined || error !== null)
    return (
      <div className={styles['actions']}>
        {error !== null && <span className="bad">{advice(error)}</span>}
        {check}
      </div>
    )
  return (
    <div className={styles['quotas']}>
      <Window label={t('config:quota.fiveHours')} used={data.fiveHourPercent} resetsAt={data.fiveHourResetsAt} />
      <Window label={t('config:quota.week')} used={data.sevenDayPercent} resetsAt={data.sevenDayResetsAt} />
    </div>
  )
}

interface WindowProps {
  readonly label: string
  readonly used: number | null
  readonly resetsAt: string | null
  readonly block?: number
}

/** One window of the limits of an account. */
export function Window({ label, used, resetsAt, ...block }: WindowProps) {
  const t = useWords()
  const at = useTimed((now) => (resetsAt === null ? '' : moment(resetsAt, now)))
  if (used === null) return <span className="faint">{t('config:quota.unknown', { label })}</span>
  return (
    <QuotaBar label={label} used={used} {...block}>
      {at !== '' && t('config:quota.resets', { at })}
    </QuotaBar>
  )
}
