import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { CopyButton } from '../../../kit/copy-button.js'
import { Dialog, DialogButtons } from '../../../kit/dialog.js'
import { Field } from '../../../kit/field.js'
import { formText } from '../../../kit/form-text.js'
import { OwnPassword } from '../../../kit/own-password.js'
import { RefusalContext } from '../../../kit/refusal.js'
import { Select } from '../../../kit/select.js'
import { secretIn } from '../../../kit/secret-in.js'
import fields from '../user/user.module.css'
import styles from './account.module.css'

const SCOPES = ['read', 'write', 'metrics'] as const
type Scope = (typeof SCOPES)[number]

/** Makes an access token and shows its secret once. Closing the dialog forgets it. */
export function TokenDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const t = useWords()
  const id = useId()
  const [scope, setScope] = useState<Scope>('read')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (form: FormData) =>
      call('POST /api/me/tokens', {
        body: {
          name: formText(form, 'name'),
          scopes: [scope],
          expiresInDays: Number(formText(form, 'expiresInDays')),
          currentPassword: secretIn(form, 'currentPassword'),
        },
      }),
    onSuccess: onMade,
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    mutate(new FormData(event.currentTarget))
  }
  if (data !== undefined)
    return (
      <Dialog title={data.token.name} hidesClose ignoresOutside onClose={onClose}>
        <p>{t('team:tokens.once')}</p>
        <code className={styles['secret']}>{data.secret}</code>
        <DialogButtons>
          <CopyButton text={data.secret} words={t('team:tokens.copy')} />
          <button type="button" className={buttons['primary']} onClick={onClose}>
            {t('team:tokens.done')}
          </button>
        </DialogButtons>
      </Dialog>
    )
  const isAtField = error !== null && 'field' in error && error.field !== undefined
  return (
    <Dialog title={t('team:tokens.new')} hidesClose ignoresOutside onClose={onClose}>
      <form onSubmit={submit} className={styles['fields']} noValidate>
        <RefusalContext value={error}>
          <Field name="name" label={t('team:tokens.name')} autoFocus />
          <div className={fields['labelled']}>
            <label htmlFor={id}>{t('team:tokens.scopes')}</label>
            <Select
              id={id}
              value={scope}
              options={SCOPES.map((one) => ({ value: one, label: t(`team:tokens.scope.${one}`) }))}
              onChange={setScope}
            />
          </div>
          <Field name="expiresInDays" label={t('team:tokens.days')} value="90" isNumber />
          <OwnPassword />
        </RefusalContext>
        {error !== null && !isAtField && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        <DialogButtons>
          <button type="button" className={buttons['button']} onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className={buttons['primary']} disabled={isPending}>
            {t('team:tokens.create')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
