import { t } from '../i18n/i18n.js'

/** Returns what is wrong with a form that asks for the password of the caller, by field. */
export const passwordMissing = (form: FormData): Readonly<Record<string, string>> =>
  form.get('currentPassword') === '' ? { currentPassword: t('ownPassword.missing') } : {}
