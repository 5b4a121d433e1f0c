import { type FormEvent, useId, useState } from 'react'
import type { User } from '../../../api/team.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Select } from '../../../kit/select.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { ChangeDialog } from './change-dialog.js'
import { ROLE_OPTIONS } from './roles.js'
import styles from './user.module.css'

interface ProfileProps {
  readonly user: User
  readonly isAdmin: boolean
  readonly isSelf: boolean
}

/** Name, email and role. Changes are collected, and saved with one password. */
export function Profile({ user, isAdmin, isSelf }: ProfileProps) {
  const t = useWords()
  const [name, email, role] = [useId(), useId(), useId()]
  const before = { displayName: user.displayName ?? '', email: user.email ?? '', role: user.role }
  const [typed, setTyped] = useState(before)
  const [isAsking, setAsking] = useState(false)
  const changed = Object.fromEntries(Object.entries(typed).filter(([key, value]) => before[key as 'role'] !== value))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <SettingSection title={t('team:user.profile')}>
        <SettingRow label={t('name')} htmlFor={name} isWide>
          <input
            id={name}
            className={styles['input']}
            readOnly={!isAdmin}
            value={typed.displayName}
            onChange={({ target }) => setTyped({ ...typed, displayName: target.value })}
          />
        </SettingRow>
        <SettingRow label={t('team:user.email')} htmlFor={email} isWide>
          <input
            id={email}
            type="email"
            className={styles['input']}
            readOnly={!isAdmin}
            value={typed.email}
            onChange={({ target }) => setTyped({ ...typed, email: target.value })}
          />
        </SettingRow>
        <SettingRow label={t('team:users.role')} htmlFor={role}>
          {isAdmin && !isSelf ? (
            <Select
              id={role}
              value={typed.role}
              options={ROLE_OPTIONS.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
              onChange={(one) => setTyped({ ...typed, role: one })}
            />
          ) : (
            <span>{t(`roles.${user.role}`)}</span>
          )}
        </SettingRow>
      </SettingSection>
      {Object.keys(changed).length > 0 && (
        <div className={styles['end']}>
          <button type="button" className={buttons['button']} onClick={() => setTyped(before)}>
            {t('cancel')}
          </button>
          <button type="submit" className={buttons['primary']}>
            {t('team:user.save')}
          </button>
        </div>
      )}
      {isAsking && (
        <ChangeDialog
          id={user.id}
          title={t('team:ask.save', { name: user.displayName ?? user.username })}
          action={t('save')}
          changes={() => changed}
          done={t('team:user.saved')}
          onClose={() => setAsking(false)}
        >
          {null}
        </ChangeDialog>
      )}
    </form>
  )
}
