import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import facts from '../../../kit/facts.module.css'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { notify } from '../../../kit/notices.js'
import type { Profile } from './queries.js'

const useReread = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keys.config })
}

const saveAs = (label: string) => call('POST /api/cc-config/profiles', { body: label === '' ? {} : { label } })

/** Saves the login in use under a name of the user's choice. */
export function SaveLogin({ email, onClose }: { email: string | null; onClose: () => void }) {
  const t = useWords()
  const reread = useReread()
  const send = async (form: FormData): Promise<void> => {
    const { profile } = await saveAs(formText(form, 'label'))
    await reread()
    notify(t('config:login.savedAs', { label: profile.label }))
  }
  return (
    <FormDialog title={t('config:login.save')} action={t('config:login.save')} send={send} onClose={onClose}>
      {email !== null && <p>{email}</p>}
      <Field name="label" label={t('config:name')} autoFocus />
    </FormDialog>
  )
}

export function RenameLogin({ profile: { name, label }, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useWords()
  const reread = useReread()
  const send = async (form: FormData): Promise<void> => {
    await call('PATCH /api/cc-config/profiles', { body: { name, label: formText(form, 'label') } })
    await reread()
  }
  return (
    <FormDialog title={t('config:login.renaming', { label })} send={send} onClose={onClose}>
      <Field name="label" label={t('config:name')} value={label} autoFocus />
    </FormDialog>
  )
}

interface SwitchProps {
  readonly target: Profile
  /** The saved login in use. */
  readonly own: Profile | undefined
  /** Whether somebody is signed in whose login is not saved. */
  readonly isUnsaved: boolean
  readonly onClose: () => void
}

/** Asks before new agents get another login. One that is not saved is saved first, because it would be lost. */
export function SwitchLogin({ target, own, isUnsaved, onClose }: SwitchProps) {
  const t = useWords()
  const reread = useReread()
  const { name, label } = target
  const activate = async (loseUnsaved: boolean): Promise<void> => {
    await call('POST /api/cc-config/profiles/activate', { body: { name, loseUnsaved } })
    await reread()
    notify(t('config:login.switched', { label }))
  }
  const send = async (form: FormData): Promise<void> => {
    if (isUnsaved) await saveAs(formText(form, 'label'))
    await activate(false)
  }
  return (
    <FormDialog
      title={t(isUnsaved ? 'config:login.saveFirst' : 'config:login.switching', { label })}
      action={t(isUnsaved ? 'config:login.saveAndSwitch' : 'config:login.switchTo', { label })}
      send={send}
      {...(isUnsaved ? { instead: { action: t('config:login.loseAndSwitch'), send: () => activate(true) } } : {})}
      onClose={onClose}
    >
      {isUnsaved && (
        <>
          <p>{t('config:login.wouldBeLost')}</p>
          <Field name="label" label={t('config:name')} autoFocus />
        </>
      )}
      <dl className={facts['facts']}>
        <div>
          <dt>{t('config:login.newAgents')}</dt>
          <dd>{t('config:login.use', { label })}</dd>
        </div>
        <div>
          <dt>{t('config:login.running')}</dt>
          <dd>{t('config:login.keep')}</dd>
        </div>
        {own !== undefined && (
          <div>
            <dt>{own.label}</dt>
            <dd>{t('config:login.savedFirst')}</dd>
          </div>
        )}
      </dl>
    </FormDialog>
  )
}

export function DeleteLogin({ profile: { name, label }, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useWords()
  const reread = useReread()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /api/cc-config/profiles', { body: { name } }),
    onSuccess: async () => {
      onClose()
      await reread()
      notify(t('config:deleted', { name: label }))
    },
  })
  return (
    <Confirm
      title={t('config:deletion.title', { name: label })}
      action={t('config:login.deleteAction')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{t('config:login.deleteSays')}</p>
    </Confirm>
  )
}
