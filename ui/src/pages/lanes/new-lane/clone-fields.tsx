import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import checks from '../../../kit/check.module.css'
import { Field } from '../../../kit/field.js'
import { formText } from '../../../kit/form-text.js'
import { ProgressBar } from '../../../kit/progress-bar.js'
import { secretIn } from '../../../kit/secret-in.js'

/** The host that asks for a login, and whether it refused one. */
export interface NeededLogin {
  readonly host: string
  readonly isRefused: boolean
}

/** Returns which login a failed clone needs; undefined if that is not why it failed. */
export function neededLogin(error: unknown): NeededLogin | undefined {
  if (!(error instanceof Failure) || error.code !== 'ECREDENTIALS') return undefined
  const { host, rejected } = (error.details['auth'] ?? {}) as { readonly host?: string; readonly rejected?: boolean }
  return { host: host ?? '', isRefused: rejected === true }
}

/** Returns what the form says about the repository and the login. */
export function cloneBodyOf(form: FormData) {
  const [name, username] = [formText(form, 'name'), formText(form, 'username')]
  const credentials = { username, password: secretIn(form, 'password'), remember: form.get('remember') === 'on' }
  return {
    url: formText(form, 'url'),
    ...(name === '' ? {} : { name }),
    ...(username === '' ? {} : { credentials }),
  }
}

interface Progress {
  readonly path: string
  readonly phase: string
  readonly percent: number
}

/** The address of the repository, the login that its host asks for, and how far the clone is. */
export function CloneFields({ login, isCloning }: { login: NeededLogin | undefined; isCloning: boolean }) {
  const t = useWords()
  const [remembers, setRemembers] = useState(false)
  // The socket writes it; nothing reads it from the service.
  const { data: progress } = useQuery<Progress | null>({ queryKey: keys.cloning, queryFn: () => null, enabled: false })
  return (
    <>
      <Field name="url" label={t('lanes:new.url')} hint={t('lanes:new.urlHint')} autoFocus />
      {login !== undefined && (
        <>
          <p>{t(login.isRefused ? 'lanes:new.refusedLogin' : 'lanes:new.needsLogin', { host: login.host })}</p>
          <Field name="username" label={t('lanes:new.username')} />
          <Field name="password" label={t('lanes:new.password')} isSecret />
          <label className={checks['check']}>
            <input
              type="checkbox"
              name="remember"
              checked={remembers}
              onChange={({ target }) => setRemembers(target.checked)}
            />
            {t('lanes:new.remember')}
          </label>
        </>
      )}
      <Field name="name" label={t('lanes:new.folderName')} />
      {isCloning && (
        <div>
          <ProgressBar label={t('lanes:new.progress')} done={progress?.percent ?? 0} total={100} />
          <p className="faint" role="status">
            {progress?.phase ?? t('lanes:new.progress')} · {t('lanes:new.stays')}
          </p>
        </div>
      )}
    </>
  )
}
