import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Folder, LogOut } from 'lucide-react'
import { call } from '../api/call.js'
import { signedOut } from '../api/login.js'
import { keepRowsOf, showRows } from '../api/kept-rows.js'
import { chosenRows } from '../api/own-rows.js'
import { callerQuery } from '../api/queries.js'
import { useWords } from '../i18n/use-words.js'
import { useKeys } from '../kit/keys.js'
import styles from './rail.module.css'

/** The name of the user, their files, and the way out. */
export function SignedIn() {
  const t = useWords()
  const queries = useQueryClient()
  const { data } = useQuery(callerQuery)
  const user = data?.mode === 'server' ? data.user : null
  useEffect(() => {
    if (user !== null) keepRowsOf(user)
  }, [user])
  if (user === null) return null
  const { id, username, role } = user
  const isStaff = role !== 'member'
  const signOut = async (): Promise<void> => {
    await call('POST /api/auth/logout')
    signedOut()
    queries.clear()
  }
  return (
    <div className={styles['caller']}>
      <Link to="/settings/account" title={t(`roles.${role}`)}>
        {username}
      </Link>
      {isStaff && <RowsSwitch user={id} />}
      <Link to="/files" data-icon title={t('pages.files')} aria-label={t('pages.files')}>
        <Folder size={14} aria-hidden />
      </Link>
      <button type="button" onClick={() => void signOut()} title={t('signIn.out')} aria-label={t('signIn.out')}>
        <LogOut size={14} aria-hidden />
      </button>
    </div>
  )
}

/** Whose rows the lists show. */
function RowsSwitch({ user }: { user: number }) {
  const t = useWords()
  const isOwn = chosenRows() === 'own'
  const toggle = (): void => showRows(isOwn ? 'all' : 'own', user)
  useKeys({ e: toggle })
  return (
    <button type="button" onClick={toggle} title={t('rows.title')}>
      {t(isOwn ? 'rows.own' : 'rows.all')}
    </button>
  )
}
