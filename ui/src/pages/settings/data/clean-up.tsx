import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { plural } from '../../../format/format.js'
import { Confirm } from '../../../kit/confirm.js'
import { formText } from '../../../kit/form-text.js'

interface Limits {
  readonly abandon_hours?: number
  readonly purge_days?: number
}

const limitsIn = (form: FormData): Limits =>
  Object.fromEntries(
    ['abandon_hours', 'purge_days'].flatMap((name) => {
      const text = formText(form, name)
      return text === '' ? [] : [[name, Number(text)] as const]
    }),
  )

/** Ends and deletes what is old. What that is, is counted by the service first, and confirmed. */
export function CleanUp() {
  const queries = useQueryClient()
  const [limits, setLimits] = useState<Limits>()
  const [said, setSaid] = useState('')
  const preview = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body: { ...body, dry_run: true } }),
  })
  const cleanUp = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body }),
    onSuccess: async ({ abandoned, purged_sessions }) => {
      await queries.invalidateQueries()
      setSaid(`${plural(abandoned, 'session')} ended, ${purged_sessions} deleted.`)
      setLimits(undefined)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const asked = limitsIn(new FormData(event.currentTarget))
    setSaid('')
    if (Object.keys(asked).length === 0) return setSaid('Enter hours or days.')
    preview.mutate(asked, {
      onSuccess: ({ abandoned, purged_sessions }) => {
        if (abandoned + purged_sessions === 0) setSaid('Nothing is that old.')
        else setLimits(asked)
      },
    })
    return undefined
  }
  const found = preview.data
  return (
    <form className="setting-row" onSubmit={submit}>
      <div>
        <b>Clean up</b>
        <div className="limits">
          <label>
            End open sessions untouched for{' '}
            <input name="abandon_hours" type="number" step="any" inputMode="decimal" autoComplete="off" /> hours
          </label>
          <label>
            Delete finished ones untouched for{' '}
            <input name="purge_days" type="number" step="any" inputMode="decimal" autoComplete="off" /> days
          </label>
        </div>
        {preview.error !== null && (
          <p role="alert" className="bad">
            {advice(preview.error)}
          </p>
        )}
      </div>
      <span role="status">{said}</span>
      <div className="buttons">
        <button type="submit" className="btn" disabled={preview.isPending}>
          Count them
        </button>
      </div>
      {limits !== undefined && found !== undefined && (
        <Confirm
          title="Clean up?"
          action="Clean up"
          busy={cleanUp.isPending}
          error={cleanUp.error === null ? undefined : advice(cleanUp.error)}
          onConfirm={() => cleanUp.mutate(limits)}
          onClose={() => setLimits(undefined)}
        >
          {found.abandoned > 0 && <p>{plural(found.abandoned, 'open session')} will be ended as abandoned.</p>}
          {found.purged_sessions > 0 && (
            <p>
              {plural(found.purged_sessions, 'finished session')} with {plural(found.purged_events, 'event')} and{' '}
              {plural(found.purged_agents, 'agent')} will be deleted for good.
            </p>
          )}
        </Confirm>
      )}
    </form>
  )
}
