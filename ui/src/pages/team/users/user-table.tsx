import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserWithUsage } from '../../../api/team.js'
import { bytes, count, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Avatar } from '../../../kit/avatar.js'
import { Moment } from '../../../kit/time.js'
import styles from './users.module.css'

type Storage = Readonly<Record<string, { readonly bytes: number } | null>>

const COLUMNS = ['user', 'role', 'lanes', 'sessions', 'week', 'month', 'storage', 'login'] as const
type Column = (typeof COLUMNS)[number]
const TEXT = new Set<Column>(['user', 'role'])

const nameOf = ({ displayName, username }: UserWithUsage): string => displayName ?? username

/** What a column is ordered by. */
const valueOf = (column: Column, user: UserWithUsage, storage: Storage | undefined): string | number => {
  const values: Readonly<Record<Column, string | number>> = {
    user: nameOf(user).toLowerCase(),
    role: user.role,
    lanes: user.workspaces,
    sessions: user.sessions,
    week: user.usage7d.cost,
    month: user.usage30d.cost,
    storage: storage?.[String(user.id)]?.bytes ?? -1,
    login: user.lastLoginAt ?? '',
  }
  return values[column]
}

interface UserTableProps {
  readonly users: readonly UserWithUsage[]
  /** By id; null until a folder is measured. */
  readonly storage: Storage | undefined
  /** The user who looks at it. */
  readonly caller: number | undefined
}

/** Users by name, disabled ones last, until another column orders them. */
export function UserTable({ users, storage, caller }: UserTableProps) {
  const t = useWords()
  const [order, setOrder] = useState<{ readonly by: Column; readonly isDown: boolean }>({ by: 'user', isDown: false })
  const sorted = users.toSorted((a, b) => {
    if (a.disabled !== b.disabled) return a.disabled ? 1 : -1
    const [one, other] = [valueOf(order.by, a, storage), valueOf(order.by, b, storage)]
    const ascending = one < other ? -1 : one > other ? 1 : 0
    return order.isDown ? -ascending : ascending
  })
  const orderBy = (by: Column): void =>
    setOrder(({ by: before, isDown }) => ({ by, isDown: before === by ? !isDown : !TEXT.has(by) }))
  return (
    <div className={styles['scroll']}>
      <table className={styles['users']}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                data-number={TEXT.has(column) ? undefined : ''}
                aria-sort={order.by === column ? (order.isDown ? 'descending' : 'ascending') : undefined}
              >
                <button type="button" onClick={() => orderBy(column)}>
                  {t(`team:users.${column}`)}
                  {order.by === column && <span aria-hidden>{order.isDown ? ' ↓' : ' ↑'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((user) => (
            <UserRow key={user.id} user={user} size={storage?.[String(user.id)]?.bytes} isCaller={user.id === caller} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface UserRowProps {
  readonly user: UserWithUsage
  readonly size: number | undefined
  readonly isCaller: boolean
}

function UserRow({ user, size, isCaller }: UserRowProps) {
  const t = useWords()
  const { id, username, email, role, disabled, workspaces, sessions, usage7d, usage30d, logins, lastLoginAt } = user
  return (
    <tr data-off={disabled || undefined}>
      <th scope="row">
        <Link to="/settings/users/$user" params={{ user: String(id) }} className={styles['user']}>
          <Avatar user={user} />
          <span>
            <span>
              <b>{nameOf(user)}</b> {isCaller && <span className="faint">{t('team:you')}</span>}
            </span>
            <span className={styles['second']}>{email === null ? username : `${username} · ${email}`}</span>
          </span>
        </Link>
      </th>
      <td>{disabled ? <span className={styles['tag']}>{t('team:disabled')}</span> : t(`roles.${role}`)}</td>
      <td data-number data-column="lanes">
        {workspaces}
      </td>
      <td data-number data-column="sessions">
        {sessions}
      </td>
      <td data-number data-column="week">
        {usd(usage7d.cost)}
        <span className={styles['second']}>{count(usage7d.tokens)}</span>
      </td>
      <td data-number>
        {usd(usage30d.cost)}
        <span className={styles['second']}>{count(usage30d.tokens)}</span>
      </td>
      <td data-number data-column="storage">
        {size === undefined ? <span className={styles['bar']} /> : bytes(size)}
      </td>
      <td data-number data-column="login">
        {lastLoginAt === null ? t('team:never') : <Moment at={lastLoginAt} />}
        {logins > 0 && <span className={styles['second']}>{t('team:users.open', { count: logins })}</span>}
      </td>
    </tr>
  )
}
