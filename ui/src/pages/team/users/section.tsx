import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { storageQuery, usersQuery } from '../../../api/team.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Page } from '../../../kit/page.js'
import { SearchField } from '../../../kit/search-field.js'
import { Unread } from '../../../kit/unread.js'
import { AddUserDialog } from './add-user-dialog.js'
import { UserTable } from './user-table.js'
import styles from './users.module.css'

/** The people who use this service, and what they used. */
export function UsersSection() {
  const t = useWords()
  const caller = useCaller()
  const { data: users, error } = useQuery(usersQuery)
  const { data: storage } = useQuery(storageQuery)
  const [wanted, setWanted] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  if (users === undefined) return <Unread error={error} />
  const isAdmin = caller?.role === 'admin'
  const text = (wanted ?? '').trim().toLowerCase()
  const shown = users.filter(({ username, displayName, email }) =>
    [username, displayName, email].some((one) => one?.toLowerCase().includes(text) === true),
  )
  return (
    <Page
      title={t('pages.users')}
      note={<span className="num">{users.length}</span>}
      actions={
        <>
          <div className={styles['search']}>
            <SearchField
              label={t('team:users.filter')}
              placeholder={t('team:users.filter')}
              value={wanted}
              onChange={setWanted}
            />
          </div>
          {isAdmin && (
            <button type="button" className={buttons['primary']} onClick={() => setAdding(true)}>
              <Plus size={14} aria-hidden />
              {t('team:users.add')}
            </button>
          )}
        </>
      }
    >
      {!isAdmin && <p className="faint">{t('team:users.readOnly')}</p>}
      {shown.length === 0 ? (
        <p className="faint">{t('team:users.none')}</p>
      ) : (
        <UserTable users={shown} storage={storage?.storage} caller={caller?.id} />
      )}
      {users.length === 1 && <p className="faint">{t('team:users.only')}</p>}
      {storage?.isolated === false && <p className={styles['note']}>{t('team:users.shared')}</p>}
      {isAdding && <AddUserDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
