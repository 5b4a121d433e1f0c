import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { transcriptLineQuery } from '../../../api/queries.js'
import { advice } from '../../../api/failure.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { exactCount } from '../../../format/format.js'
import { Whose } from './whose.js'

/** A line of the transcript as it was written. */
export function RawLine({ line }: { line: number }) {
  const { id, agent } = use(Whose)
  const { data, error } = useQuery(transcriptLineQuery(id, agent, line))
  return (
    <div className="raw-line">
      <p className="faint">
        Line <span className="num">{exactCount(line)}</span> of the transcript
        {data?.cut === true && ', cut here because it is very long'}
        {data !== undefined && <CopyButton text={data.json} words="Copy" />}
      </p>
      {error !== null && <p role="alert">{advice(error)}</p>}
      <pre className="input" tabIndex={0} aria-busy={data === undefined && error === null}>
        {data?.json}
      </pre>
    </div>
  )
}
