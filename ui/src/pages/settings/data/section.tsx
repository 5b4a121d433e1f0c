import { useState } from 'react'
import { bytes, exactCount } from '../../../format/format.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { useSettings } from '../use-settings.js'
import { CleanUp } from './clean-up.js'
import { ClearAll } from './clear-all.js'

const COUNT_WORDS: Readonly<Record<string, string>> = {
  sessions: 'Sessions',
  agents: 'Agents',
  events: 'Events',
  token_usage: 'Usage rows',
  model_pricing: 'Pricing rules',
}

/** Where everything is kept, how much there is, and how to have less of it. */
export function DataSection() {
  const { data, error } = useSettings()
  const [clearing, setClearing] = useState(false)
  if (data === undefined) return error === null ? null : <FailureNote error={error} />
  const { db } = data
  return (
    <section className="setting" aria-labelledby="data-title">
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
