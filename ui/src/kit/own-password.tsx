import { useWords } from '../i18n/use-words.js'
import { Field } from './field.js'
import styles from './own-password.module.css'

/** Asks for the password of the caller again, in the dialog that says what it is for. It is not kept. */
export function OwnPassword() {
  const t = useWords()
  return (
    <div className={styles['strip']}>
      <Field
        name="currentPassword"
        label={t('ownPassword.label')}
        hint={t('ownPassword.hint')}
        isSecret
        secret="current-password"
      />
    </div>
  )
}
