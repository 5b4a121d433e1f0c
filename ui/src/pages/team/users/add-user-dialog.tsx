import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { passwordMissing } from '../../../kit/password-missing.js'
import { formText } from '../../../kit/form-text.js'
import { OwnPassword } from '../../../kit/own-password.js'
import { Select } from '../../../kit/select.js'
import { ROLE_OPTIONS, roleIn } from '../user/roles.js'
import { secretIn } from '../../../kit/secret-in.js'
import styles from '../user/user.module.css'

/** Adds a user. Every field that the service refuses says why. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const id = useId()
  const send = async (form: FormData): Promise<void> => {
    const body = {
      username: formText(form, 'username'),
      password: secretIn(form, 'password'),
      role: roleIn(formText(form, 'role')),
      currentPassword: secretIn(form, 'currentPassword'),
    }
    await call('POST /api/users', { body })
    await queries.invalidateQueries({ queryKey: keys.users })
  }
  return (
    <FormDialog
      title={t('team:users.add')}
      action={t('team:new.action')}
      send={send}
      check={passwordMissing}
      onClose={onClose}
    >
      <Field name="username" label={t('team:new.username')} hint={t('team:new.usernameHint')} autoFocus />
      <Field name="password" label={t('team:new.password')} hint={t('team:new.passwordHint')} isSecret />
      <div className={styles['labelled']}>
        <label htmlFor={id}>{t('team:users.role')}</label>
        <Select
          id={id}
          name="role"
          defaultValue="member"
          options={ROLE_OPTIONS.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        />
      </div>
      <OwnPassword />
    </FormDialog>
  )
}
