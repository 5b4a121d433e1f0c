import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { transcriptsQuery } from '../../../api/session-queries.js'
import type { Agent, Transcript } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Select } from '../../../kit/select.js'
import { agentLabel } from '../agents/agent-label.js'
import { useAgentsOf } from '../agents/use-agents.js'
import styles from './transcript-picker.module.css'

/** Enough of a task to distinguish two subagents of one type. */
const TASK_CHARACTERS = 70

/** Chooses the agent whose conversation is shown. Hidden if there is only one. */
export function TranscriptPicker({ id, agent }: { id: string; agent: string | undefined }) {
  const t = useWords()
  const { data } = useQuery(transcriptsQuery(id))
  const agents = useAgentsOf(id)
  const navigate = useNavigate()
  const readable = (data?.transcripts ?? []).filter((transcript) => transcript.has_transcript)
  if (readable.length < 2) return null
  const read = (picked: string): void =>
    void navigate({ to: '/sessions/$id', params: { id }, search: picked === 'main' ? {} : { agent: picked } })
  return (
    <div className={styles['picker']} data-picker>
      <span className="faint">{t('session:convo.reading')}</span>
      <Select
        label={t('session:convo.reading')}
        value={agent ?? 'main'}
        options={readable.map((transcript) => ({
          value: transcript.type === 'main' ? 'main' : transcript.id,
          label: nameOf(transcript, agents),
        }))}
        onChange={read}
      />
    </div>
  )
}

function nameOf(transcript: Transcript, agents: readonly Agent[]): string {
  if (transcript.type === 'main') return t('sender.orchestrator')
  const agent = agents.find((known) => known.id === transcript.db_agent_id)
  const task = agent?.task ?? ''
  const label = agentLabel(agent ?? { ...transcript, type: 'subagent' })
  return task === '' ? label : t('session:convo.task', { agent: label, task: task.slice(0, TASK_CHARACTERS) })
}
