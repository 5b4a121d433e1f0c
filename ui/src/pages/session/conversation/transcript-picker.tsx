import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { transcriptsQuery } from '../../../api/queries.js'
import type { Transcript } from '../../../api/types.js'

/** Whose conversation is read: the main agent's or a subagent's. Nothing to pick, nothing to see. */
export function TranscriptPicker({ id, agent }: { id: string; agent: string | undefined }) {
  const { data } = useQuery(transcriptsQuery(id))
  const navigate = useNavigate()
  const readable = (data?.transcripts ?? []).filter((transcript) => transcript.has_transcript)
  if (readable.length < 2) return null
  const read = (picked: string): void =>
    void navigate({ to: '/sessions/$id', params: { id }, search: picked === 'main' ? {} : { agent: picked } })
  return (
    <label className="picker">
      <span className="faint">Reading</span>
      <select value={agent ?? 'main'} onChange={(event) => read(event.target.value)}>
        {readable.map((transcript) => (
          <option key={transcript.id} value={transcript.id}>
            {nameOf(transcript)}
          </option>
        ))}
      </select>
    </label>
  )
}

function nameOf({ type, name, subagent_type }: Transcript): string {
  if (type === 'main') return 'Main agent'
  return subagent_type === null || name.startsWith(subagent_type) ? name : `${subagent_type}: ${name}`
}
