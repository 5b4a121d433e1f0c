import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { currentToken, setToken } from '../api/token.js'
import { Trans } from '../i18n/trans.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { useLive } from '../live/context.js'
import styles from './token-form.module.css'

/** Asks for the token of the service, the value of DASHBOARD_TOKEN. */
export function TokenForm() {
  const t = useWords()
  const queries = useQueryClient()
  const live = useLive()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const token = new FormData(event.currentTarget).get('token')
    if (typeof token !== 'string' || token.trim() === '') return
    setToken(token.trim())
    live?.retry()
    void queries.invalidateQueries()
  }
  return (
    <main className={styles['token']}>
      <title>{t('token.tab')}</title>
      <h1>{t('token.title')}</h1>
      <p>
        <Trans i18nKey="token.says" components={{ name: <Setting /> }} />
      </p>
      <form onSubmit={submit}>
        <label htmlFor="token">{t('token.label')}</label>
        <input id="token" name="token" type="password" autoComplete="current-password" required autoFocus />
        {currentToken() !== null && (
          <p role="alert" className="bad">
            {t('token.wrong')}
          </p>
        )}
        <button type="submit" className={buttons['primary']}>
          {t('token.open')}
        </button>
      </form>
    </main>
  )
}

/** The setting that the token comes from. */
const Setting = () => <span className="mono">DASHBOARD_TOKEN</span>
