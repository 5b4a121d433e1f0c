import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '../../../api/types.js'
import { plural } from '../../../format/format.js'
import { Choice } from '../../../kit/choice.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { guideQuery } from './queries.js'

/** The steps from another machine to here, in the service's own words. */
export function Guide() {
  const [provider, setProvider] = useState<Provider>('claude')
  const { data: guide, error } = useQuery(guideQuery(provider))
  if (guide === undefined) return error === null ? null : <FailureNote error={error} />
  const { default_projects_dir_display: here, default_projects_dir_exists: exists, archive_command } = guide
  const { projects, jsonl_files } = guide.default_projects_dir_stats
  return (
    <div className="guide">
      <div className="guide-head">
        <Choice
          legend="History of"
          name="provider"
          value={provider}
          options={[
            ['claude', 'Claude Code'],
            ['codex', 'Codex'],
          ]}
          onChange={setProvider}
        />
        <p className="faint">
          {exists
            ? `On this machine: ${plural(jsonl_files, 'transcript')} in ${plural(projects, 'folder')}, in `
            : 'On this machine there is no '}
          <span className="mono">{here}</span>.
        </p>
      </div>
      <ol className="steps">
        {guide.steps.map(({ id, title, body }) => (
          <li key={id}>
            <b>{title}</b>
            <p className="faint">{body}</p>
          </li>
        ))}
      </ol>
      <CopyButton text={archive_command} words="Copy the command that packs it" title={archive_command} />
    </div>
  )
}
