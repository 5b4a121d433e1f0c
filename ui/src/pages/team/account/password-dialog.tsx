import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { passwordMissing } from '../../../kit/password-missing.js'
import { notify } from '../../../kit/notices.js'
import { secretIn } from '../../../kit/secret-in.js'

/** Changes the own password. The other logins end. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const body = { currentPassword: secretIn(form, 'currentPassword'), newPassword: secretIn(form, 'newPassword') }
    await call('POST /api/me/password', { body })
    notify(t('team:account.changed'))
    await queries.invalidateQueries({ queryKey: keys.account })
  }
  return (
    <FormDialog
      title={t('team:account.changeTitle')}
      action={t('team:account.changeTitle')}
      send={send}
      check={passwordMissing}
      onClose={onClose}
    >
      <Field name="currentPassword" label={t('team:account.current')} isSecret secret="current-password" autoFocus />
      <Field name="newPassword" label={t('team:account.new')} isSecret />
    </FormDialog>
  )
}
