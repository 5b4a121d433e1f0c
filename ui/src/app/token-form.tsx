import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { currentToken, setToken } from '../api/token.js'
import { useLive } from '../live/context.js'

/** The service wants its token: the one of DASHBOARD_TOKEN, which the address printed at its start carries. */
export function TokenForm() {
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
    <main className="token">
      <title>Switchyard: token</title>
      <h1>This dashboard is locked</h1>
      <p>
        Enter the token it was started with (<span className="mono">DASHBOARD_TOKEN</span>). The address that the
        service printed at its start carries it too.
      </p>
      <form onSubmit={submit}>
        <label htmlFor="token">Token</label>
        <input id="token" name="token" type="password" autoComplete="current-password" required autoFocus />
        {currentToken() !== null && (
          <p role="alert" className="bad">
            The service did not accept the last token. Check for a missing character.
          </p>
        )}
        <button type="submit" className="btn primary">
          Open the dashboard
        </button>
      </form>
    </main>
  )
}
