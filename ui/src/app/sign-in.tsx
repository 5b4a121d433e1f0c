import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { call } from '../api/call.js'
import { Failure } from '../api/failure.js'
import type { SignInReason } from '../api/login.js'
import { keepRowsOf } from '../api/kept-rows.js'
import { callerQuery } from '../api/queries.js'
import { duration } from '../format/format.js'
import { Trans } from '../i18n/trans.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { CopyButton } from '../kit/copy-button.js'
import { withWords } from '../lazy/with-words.js'
import { useTimed } from '../live/clock.js'
import forms from './token-form.module.css'
import styles from './sign-in.module.css'

const Welcome = lazy(
  withWords(
    'settings',
    withWords('team', async () => ({ default: (await import('./welcome.js')).Welcome })),
  ),
)

/** The page of a service in server mode to somebody who is not signed in. */
export function SignIn({ reason }: { reason: NonNullable<SignInReason> }) {
  const { data, refetch } = useQuery({ ...callerQuery, staleTime: 0 })
  const [isNew, setNew] = useState(false)
  const isUnset = data?.mode === 'server' && data.setup === 'needed'
  if (isNew)
    return (
      <Suspense>
        <Welcome onDone={start} />
      </Suspense>
    )
  return isUnset ? <SetupNeeded again={() => void refetch()} /> : <Form reason={reason} onNew={() => setNew(true)} />
}

// What the page holds may belong to somebody else.
const start = (): void => location.reload()

/** Whether somebody who has just signed in never did before. If that cannot be read, they can do without the welcome. */
const isFirstLogin = (): Promise<boolean> =>
  call('GET /api/me/prefs').then(
    ({ onboardedAt }) => onboardedAt === null,
    () => false,
  )

const SETUP = 'switchyard server setup'

function SetupNeeded({ again }: { again: () => void }) {
  const t = useWords()
  return (
    <main className={forms['token']}>
      <title>{t('signIn.tab')}</title>
      <h1>{t('signIn.unset')}</h1>
      <p>{t('signIn.unsetSays')}</p>
      <div className={styles['command']}>
        <code>{SETUP}</code>
        <CopyButton text={SETUP} words={t('signIn.copy')} />
      </div>
      <button type="button" className={buttons['primary']} onClick={again}>
        {t('signIn.again')}
      </button>
      <p className={styles['foot']}>{t('signIn.unsetFoot')}</p>
    </main>
  )
}

/** What was wrong with the last try: until when no more are allowed, or what to say. */
type Problem = { readonly until: number } | { readonly words: string }

function Form({ reason, onNew }: { reason: NonNullable<SignInReason>; onNew: () => void }) {
  const t = useWords()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [username, password] = [given.get('username'), given.get('password')].map(String)
    setBusy(true)
    try {
      const { user } = await call('POST /api/auth/login', {
        body: { username: username ?? '', password: password ?? '' },
      })
      // What others wait for is not for staff to answer: they start with their own rows.
      keepRowsOf(user, 'own')
      if (await isFirstLogin()) onNew()
      else start()
    } catch (error) {
      setProblem(problemOf(error, t))
      setBusy(false)
    }
  }
  const says = reason === 'first' ? null : t(`signIn.${reason}`)
  return (
    <main className={forms['token']}>
      <title>{t('signIn.tab')}</title>
      <h1>{t('signIn.title')}</h1>
      {says !== null && <p role="status">{says}</p>}
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor="username">{t('signIn.username')}</label>
        <input id="username" name="username" autoComplete="username" autoCapitalize="none" required autoFocus />
        <label htmlFor="password">{t('signIn.password')}</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={problem !== null && 'words' in problem}
        />
        {problem !== null && 'words' in problem && (
          <p role="alert" className="bad">
            {problem.words}
          </p>
        )}
        {problem !== null && 'until' in problem && <Locked until={problem.until} onOver={() => setProblem(null)} />}
        <button
          type="submit"
          className={buttons['primary']}
          disabled={isBusy || (problem !== null && 'until' in problem)}
        >
          {t('signIn.title')}
        </button>
      </form>
      <p className={styles['foot']}>{t('signIn.forgotten')}</p>
    </main>
  )
}

function Locked({ until, onOver }: { until: number; onOver: () => void }) {
  const left = useTimed((now) => {
    if (now < until) return duration(Math.max(1000, until - now))
    queueMicrotask(onOver)
    return ''
  })
  return (
    <p role="alert" className="bad">
      <Trans i18nKey="signIn.locked" values={{ left }} components={{ b: <b /> }} />
    </p>
  )
}

const problemOf = (error: unknown, t: ReturnType<typeof useWords>): Problem => {
  if (!(error instanceof Failure)) return { words: t('failure.page') }
  if (error.code === 'ETOOMANY') return { until: Date.now() + Number(error.details['retry_after'] ?? 1) * 1000 }
  return { words: error.code === 'EBADLOGIN' ? t('signIn.wrong') : error.message }
}
