import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { call, putAvatar } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Account } from '../../../api/team.js'
import { useWords } from '../../../i18n/use-words.js'
import { Avatar } from '../../../kit/avatar.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import fields from '../user/user.module.css'
import styles from './account.module.css'

/** The picture, the name and the email address of the user. */
export function Person({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const t = useWords()
  const { user, workspaces, sessions } = account
  const [name, email] = [useId(), useId()]
  const file = useRef<HTMLInputElement>(null)
  const before = { displayName: user.displayName ?? '', email: user.email ?? '' }
  const [typed, setTyped] = useState(before)
  const save = useMutation({
    mutationFn: () => call('PATCH /api/me/account', { body: typed }),
    onSuccess: () => {
      notify(t('team:account.saved'))
      onChanged()
    },
  })
  const picture = useMutation({
    mutationFn: async (image: File | undefined): Promise<void> => {
      if (image === undefined) await call('DELETE /api/me/avatar')
      else await putAvatar(image)
    },
    onSuccess: onChanged,
  })
  const isChanged = typed.displayName !== before.displayName || typed.email !== before.email
  const error = save.error ?? picture.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={fields['form']} onSubmit={submit}>
      <SettingSection>
        <div className={styles['who']}>
          <Avatar user={user} isLarge isOwn />
          <div>
            <b>{user.displayName ?? user.username}</b>
            <p>
              {t('team:account.facts', {
                username: user.username,
                role: t(`roles.${user.role}`),
                lanes: t('team:account.lanes', { count: workspaces }),
                sessions: t('team:account.sessions', { count: sessions }),
              })}
            </p>
          </div>
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={({ target }) => {
              const [image] = target.files ?? []
              if (image !== undefined) picture.mutate(image)
              target.value = ''
            }}
          />
          <button type="button" className={buttons['button']} onClick={() => file.current?.click()}>
            {t('team:account.upload')}
          </button>
          {user.avatarAt !== null && (
            <button type="button" className={buttons['quiet']} onClick={() => picture.mutate(undefined)}>
              {t('team:account.removePicture')}
            </button>
          )}
        </div>
        <SettingRow label={t('name')} htmlFor={name} isWide>
          <input
            id={name}
            className={fields['input']}
            autoComplete="name"
            value={typed.displayName}
            onChange={({ target }) => setTyped({ ...typed, displayName: target.value })}
          />
        </SettingRow>
        <SettingRow label={t('team:account.email')} help={t('team:account.emailHelp')} htmlFor={email} isWide>
          <input
            id={email}
            type="email"
            className={fields['input']}
            autoComplete="email"
            value={typed.email}
            onChange={({ target }) => setTyped({ ...typed, email: target.value })}
          />
        </SettingRow>
      </SettingSection>
      {error !== null && (
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      )}
      {isChanged && (
        <div className={fields['end']}>
          <button type="button" className={buttons['button']} onClick={() => setTyped(before)}>
            {t('cancel')}
          </button>
          <button type="submit" className={buttons['primary']} disabled={save.isPending}>
            {t('team:account.save')}
          </button>
        </div>
      )}
    </form>
  )
}
