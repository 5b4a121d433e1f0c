import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { storageQuery, type User, userQuery, usersQuery } from '../../../api/team.js'
import { bytes, calendarDay, count, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Avatar } from '../../../kit/avatar.js'
import buttons from '../../../kit/button.module.css'
import { Page } from '../../../kit/page.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import { Profile } from './profile.js'
import { UserDialog, type UserQuestion } from './user-dialog.js'
import styles from './user.module.css'

/** One user: what they used, and what an admin can change. */
export function UserSection() {
  const t = useWords()
  const { user: id } = useParams({ from: '/settings/users/$user' })
  const navigate = useNavigate()
  const caller = useCaller()
  const { data, error } = useQuery(userQuery(id))
  const [question, setQuestion] = useState<UserQuestion>()
  if (data === undefined) return <Unread error={error} missing={t('team:user.gone')} />
  const { user, workspaces } = data
  const name = user.displayName ?? user.username
  const isSelf = user.id === caller?.id
  const isAdmin = caller?.role === 'admin'
  const button = (words: string, asked: UserQuestion): ReactNode =>
    isAdmin && (
      <button type="button" className={buttons['button']} onClick={() => setQuestion(asked)}>
        {words}
      </button>
    )
  return (
    <Page
      isNarrow
      above={
        <nav className={styles['crumbs']} aria-label={t('pages.users')}>
          <Link to="/settings/users">{t('pages.users')}</Link>
          <span aria-hidden>›</span>
          <span>{user.username}</span>
        </nav>
      }
      title={<Head user={user} name={name} />}
      actions={
        !isSelf &&
        (user.disabled
          ? button(t('team:user.enable'), { kind: 'enable' })
          : button(t('team:user.disable'), { kind: 'disable' }))
      }
    >
      <Figures id={user.id} />
      {!isAdmin && <p className="faint">{t('team:users.readOnly')}</p>}
      <Profile key={JSON.stringify(user)} user={user} isAdmin={isAdmin} isSelf={isSelf} />
      <SettingSection title={t('team:user.signIn')}>
        <SettingRow label={t('team:user.logins')}>
          <span className="num">
            {user.lastLoginAt === null
              ? user.logins
              : t('team:user.loginsLast', { count: user.logins, at: calendarDay(user.lastLoginAt.slice(0, 10)) })}
          </span>
          {user.logins > 0 && button(t('team:user.signOut'), { kind: 'signOut' })}
        </SettingRow>
        <SettingRow label={t('team:user.password')}>{button(t('team:user.reset'), { kind: 'reset' })}</SettingRow>
      </SettingSection>
      <SettingSection
        title={`${t('team:user.lanes')} ${workspaces.length}`}
        actions={button(t('team:user.assign'), { kind: 'assign' })}
      >
        {workspaces.length === 0 && <p className="faint">{t('team:user.noLanes')}</p>}
        {workspaces.map((lane) => (
          <SettingRow
            key={lane.id}
            label={
              <Link to="/lanes/$lane" params={{ lane: String(lane.id) }}>
                {lane.title ?? lane.cwd.split('/').at(-1)}
              </Link>
            }
            help={<span className="mono">{lane.cwd}</span>}
          >
            {button(t('team:user.remove'), { kind: 'remove', lane: lane.id, title: lane.title ?? lane.cwd })}
          </SettingRow>
        ))}
      </SettingSection>
      {isAdmin && (
        <SettingSection title={t('team:user.delete')}>
          {isSelf ? (
            <p className="faint">{t('team:user.self')}</p>
          ) : (
            <SettingRow label={t('team:ask.deleteAction')} help={t('team:user.deleteHelp')}>
              {button(t('team:user.deleteNow', { name }), { kind: 'delete' })}
            </SettingRow>
          )}
        </SettingSection>
      )}
      {question !== undefined && (
        <UserDialog
          user={user}
          name={name}
          lanes={workspaces.map((lane) => lane.id)}
          question={question}
          onDeleted={() => void navigate({ to: '/settings/users' })}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Page>
  )
}

function Head({ user, name }: { user: User; name: string }) {
  const t = useWords()
  return (
    <span className={styles['head']}>
      <Avatar user={user} isLarge />
      <span>
        {name}
        <small>
          {user.disabled ? `${t('team:disabled')} · ` : ''}
          {t('team:user.since', { username: user.username, date: calendarDay(user.createdAt.slice(0, 10)) })}
        </small>
      </span>
    </span>
  )
}

/** What a user used. The list has it, so it is not asked for again. */
function Figures({ id }: { id: number }) {
  const t = useWords()
  const { data: users } = useQuery(usersQuery)
  const { data: storage } = useQuery(storageQuery)
  const user = users?.find((one) => one.id === id)
  if (user === undefined) return null
  const size = storage?.storage[String(id)]?.bytes
  return (
    <div className={styles['figures']}>
      {(
        [
          [usd(user.usage7d.cost), t('team:users.week'), user.usage7d.tokens],
          [usd(user.usage30d.cost), t('team:users.month'), user.usage30d.tokens],
        ] as const
      ).map(([cost, words, tokens]) => (
        <div key={words}>
          <b>{cost}</b>
          <span>
            {words}, {t('team:users.tokens', { tokens: count(tokens) })}
          </span>
        </div>
      ))}
      <div>
        <b>{count(user.sessions)}</b>
        <span>{t('team:users.sessions')}</span>
      </div>
      {size !== undefined && (
        <div>
          <b>{bytes(size)}</b>
          <span>{t('team:users.storage')}</span>
        </div>
      )}
    </div>
  )
}
