import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { transcriptsQuery } from '../../../api/session-queries.js'
import type { Session } from '../../../api/types.js'
import { usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import side from '../side.module.css'
import { AgentGlyph } from './agent-glyph.js'
import { agentLabel } from './agent-label.js'
import styles from './agent-tree.module.css'
import { ownCost, treeOf } from './tree.js'
import { useAgentsOf } from './use-agents.js'

/** A longer list does not help; the Agents tab has all of them. */
const MOST = 24

/** A short list of the agents; a click opens the conversation of one. */
export function AgentTree({ session, reading }: { session: Session; reading: string | undefined }) {
  const t = useWords()
  const agents = useAgentsOf(session.id)
  const branches = treeOf(agents)
  const { data } = useQuery(transcriptsQuery(session.id))
  if (branches.length < 2) return null
  return (
    <section>
      <h2>{t('session:tab.agents')}</h2>
      <ul className={styles['tree']}>
        {branches.slice(0, MOST).map(({ agent, depth }) => {
          const transcript = data?.transcripts.find((known) => known.db_agent_id === agent.id && known.has_transcript)
          const isMain = agent.type === 'main'
          const isRead = isMain ? reading === undefined : transcript !== undefined && transcript.id === reading
          const cost = ownCost(agent, agents, session)
          const content = (
            <>
              <AgentGlyph agent={agent} />
              <span className={styles['name']}>
                {agentLabel(agent)} {!isMain && <span className="faint">{agent.task}</span>}
              </span>
              <span className={classes('num', styles['cost'])}>{cost > 0 ? usd(cost) : ''}</span>
            </>
          )
          const place = {
            className: styles['node'],
            'data-node': true,
            style: { paddingLeft: `${8 + Math.min(depth, 4) * 16}px` },
          }
          return (
            <li key={agent.id}>
              {transcript === undefined ? (
                <span {...place}>{content}</span>
              ) : (
                <Link
                  {...place}
                  to="/sessions/$id"
                  params={{ id: session.id }}
                  search={isMain ? {} : { agent: transcript.id }}
                  activeOptions={{ exact: true, includeSearch: true }}
                  aria-current={isRead ? 'true' : undefined}
                >
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {branches.length > MOST && (
        <Link className={side['more']} to="/sessions/$id" params={{ id: session.id }} search={{ tab: 'agents' }}>
          {t('session:agent.all', { count: branches.length })}
        </Link>
      )}
    </section>
  )
}
