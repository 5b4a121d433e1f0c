import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { SettingsInfo } from '../../api/types.js'
import { bytes, exactCount, plural } from '../../format/format.js'
import { Confirm } from '../../kit/confirm.js'
import { formText } from '../../kit/form-text.js'

const COUNT_WORDS: Readonly<Record<string, string>> = {
  sessions: 'Sessions',
  agents: 'Agents',
  events: 'Events',
  token_usage: 'Usage rows',
  model_pricing: 'Pricing rules',
}

/** Where everything is kept, how much there is, and how to have less of it. */
export function DataSection({ db }: { db: SettingsInfo['db'] }) {
  const [clearing, setClearing] = useState(false)
  return (
    <section className="setting" id="data" aria-labelledby="data-title">
      <h2 id="data-title">Data</h2>
      <p className="says">
        {bytes(db.size)} in <span className="mono">{db.path}</span>, on this machine only.
      </p>
      <dl className="facts num">
        {Object.entries(db.counts).map(([name, n]) => (
          <div key={name}>
            <dt>{COUNT_WORDS[name] ?? name}</dt>
            <dd>{exactCount(n)}</dd>
          </div>
        ))}
      </dl>
      <CleanUp />
      <div className="setting-row">
        <div>
          <b>Delete all sessions</b>
          <p className="faint">
            Events, figures and the copies of transcripts. The tools’ own transcripts stay theirs.
          </p>
        </div>
        <span />
        <div className="buttons">
          <button type="button" className="btn" onClick={() => setClearing(true)}>
            Delete all
          </button>
        </div>
      </div>
      {clearing && <ClearAll counts={db.counts} onClose={() => setClearing(false)} />}
    </section>
  )
}

function ClearAll({ counts, onClose }: { counts: Readonly<Record<string, number>>; onClose: () => void }) {
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/clear-data'),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete all sessions for good?"
      action="Delete all sessions"
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {plural(counts['sessions'] ?? 0, 'session')} with {plural(counts['events'] ?? 0, 'event')} will be gone. Pricing
      rules stay. This cannot be undone.
    </Confirm>
  )
}

interface Limits {
  readonly abandon_hours?: number
  readonly purge_days?: number
}

function CleanUp() {
  const queries = useQueryClient()
  const [limits, setLimits] = useState<Limits>()
  const preview = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body: { ...body, dry_run: true } }),
  })
  const cleanUp = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      setLimits(undefined)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const entered = ['abandon_hours', 'purge_days'].flatMap((name) => {
      const text = formText(form, name)
      return text === '' ? [] : [[name, Number(text)] as const]
    })
    if (entered.length === 0) return
    const asked: Limits = Object.fromEntries(entered)
    preview.mutate(asked, { onSuccess: () => setLimits(asked) })
  }
  const found = preview.data
  return (
    <form className="setting-row" onSubmit={submit}>
      <div>
        <b>Clean up</b>
        <div className="limits">
          <label>
            End open sessions untouched for <input name="abandon_hours" inputMode="decimal" autoComplete="off" /> hours
          </label>
          <label>
            Delete finished ones untouched for <input name="purge_days" inputMode="decimal" autoComplete="off" /> days
          </label>
        </div>
        {preview.error !== null && (
          <p role="alert" className="bad">
            {advice(preview.error)}
          </p>
        )}
      </div>
      <span role="status">{cleanUp.isSuccess && limits === undefined && 'Cleaned up.'}</span>
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
          {plural(found.abandoned, 'open session')} will be ended, {plural(found.purged_sessions, 'finished one')} with{' '}
          {plural(found.purged_events, 'event')} deleted for good.
        </Confirm>
      )}
    </form>
  )
}
