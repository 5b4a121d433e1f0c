import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { transcriptsQuery } from '../../api/session-queries.js'
import type { Agent } from '../../api/types.js'
import { duration, instant } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
import { useTimed } from '../../live/clock.js'
import { sessionAgentsQuery } from '../../rows/queries.js'
import { AgentGlyph } from '../session/agents/agent-glyph.js'
import { agentLabel } from '../session/agents/agent-label.js'
import { useAgentsOf } from '../session/agents/use-agents.js'
import styles from './subagents.module.css'

/** The Agents tab of the session has all of them. */
const MOST = 100

const isSubagent = ({ type, subagent_type: kind }: Agent): boolean => type !== 'main' && kind !== 'compaction'

/** Subagents, one line each, in the order of their starts, so that none moves when its state changes. */
export default function SubagentList({ session }: { session: string }) {
  const t = useWords()
  const { error, isPending } = useQuery(sessionAgentsQuery(session))
  const { data } = useQuery(transcriptsQuery(session))
  const agents = useAgentsOf(session)
    .filter(isSubagent)
    .toSorted((a, b) => (`${a.started_at} ${a.id}` < `${b.started_at} ${b.id}` ? -1 : 1))
  if (agents.length === 0 && (isPending || error !== null)) return <Unread error={error} />
  return (
    <ul>
      {agents.slice(-MOST).map((agent) => (
        <li key={agent.id}>
          <Subagent
            agent={agent}
            transcript={data?.transcripts.find((one) => one.db_agent_id === agent.id && one.has_transcript)?.id}
          />
        </li>
      ))}
      {agents.length > MOST && (
        <li>
          <Link
            className={styles['subagent']}
            data-subagent
            to="/sessions/$id"
            params={{ id: session }}
            search={{ tab: 'agents' }}
          >
            <span />
            {t('session:agent.all', { count: agents.length })}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Subagent({ agent, transcript }: { agent: Agent; transcript: string | undefined }) {
  const t = useWords()
  const time = useTimed((now) =>
    duration((agent.ended_at === null ? now : Date.parse(agent.ended_at)) - Date.parse(agent.started_at)),
  )
  return (
    <Link
      className={styles['subagent']}
      data-subagent
      to="/sessions/$id"
      params={{ id: agent.session_id }}
      search={transcript === undefined ? { tab: 'agents' } : { agent: transcript }}
    >
      <AgentGlyph agent={agent} />
      <b>{agentLabel(agent)}</b>
      <span className="num" title={t('session:head.started', { at: instant(agent.started_at) })}>
        {time}
      </span>
      {agent.task !== null && <span className={styles['task']}>{agent.task}</span>}
    </Link>
  )
}
