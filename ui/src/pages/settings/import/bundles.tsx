import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { advice } from '../../../api/failure.js'
import { upload } from '../../../api/upload.js'
import { exactCount, percent, plural } from '../../../format/format.js'
import { Export } from './export.js'

/** Everything as one file, and such a file back in. */
export function Bundles() {
  return (
    <section className="setting" aria-labelledby="bundle-title">
      <h2 id="bundle-title">Everything as one file</h2>
      <p className="says">Sessions, events, usage, rules: to keep it, or to take it to another machine.</p>
      <Export />
      <BundleImport />
    </section>
  )
}

function BundleImport() {
  const queries = useQueryClient()
  const [share, setShare] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      const onSent = (sent: number, total: number): void => setShare(percent(sent, total))
      return upload('POST /api/settings/import', form, { onSent, signal: new AbortController().signal })
    },
    onSettled: () => {
      setShare('')
      return queries.invalidateQueries()
    },
  })
  return (
    <div className="setting-row">
      <div>
        <b>Import a bundle</b>
        <p className="faint">A session that is here already is passed over whole: importing twice adds nothing.</p>
        <p role="status">
          {isPending && (share === '100%' ? 'Reading it.' : `Sending, ${share || '0%'}.`)}
          {data !== undefined && !isPending && (
            <span className="well">
              {plural(data.sessions_imported, 'session is', 'sessions are')} new, {exactCount(data.sessions_skipped)}{' '}
              were here; {plural(data.events, 'event')}.
              {data.errors > 0 && ` ${plural(data.errors, 'row')} could not be read.`}
            </span>
          )}
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      <span />
      <div className="buttons">
        <label className={`btn ${isPending ? 'resting' : ''}`}>
          Choose a bundle
          <input
            type="file"
            className="sr-only"
            accept=".json"
            disabled={isPending}
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file !== undefined) mutate(file)
              event.target.value = ''
            }}
          />
        </label>
      </div>
    </div>
  )
}
