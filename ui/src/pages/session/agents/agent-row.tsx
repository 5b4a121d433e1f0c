import { Link } from '@tanstack/react-router'
import { ChevronRight, MessageSquare } from 'lucide-react'
import { memo } from 'react'
import type { Agent } from '../../../api/types.js'
import { duration, instant, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Tokens } from '../../../kit/amount.js'
import chips from '../../../kit/chip.module.css'
import { classes } from '../../../kit/classes.js'
import { WhyButton } from '../../../kit/why-button.js'
import { WhyFacts } from '../../../kit/why-facts.js'
import { useTimed } from '../../../live/clock.js'
import { AgentGlyph } from './agent-glyph.js'
import { agentLabel } from './agent-label.js'
import { reasonOfAgent } from './agent-reason.js'
import styles from './agents.module.css'
import { type Branch, tokensOf } from './tree.js'

interface AgentRowProps {
  readonly branch: Branch<Agent>
  /** Its place in the grid, from 1; the head is row 1. */
  readonly row: number
  readonly cost: number
  /** The transcript to read, where there is one. */
  readonly transcript: string | undefined
  readonly folded: boolean
  readonly active: boolean
  readonly onPick: (id: string) => void
  readonly onFold: (id: string) => void
}

/** Deeper indentation would leave no space for names. */
const DEEPEST = 6

/** One agent of the grid, indented by its depth in the tree. */
export const AgentRow = memo(function AgentRow(props: AgentRowProps) {
  const { branch, row, folded, active, onPick } = props
  const { agent, depth, place, siblings, children } = branch
  return (
    <div
      role="row"
      id={rowId(agent.id)}
      className={classes(styles['agent'], active && styles['active'])}
      data-agent
      aria-rowindex={row}
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={children === 0 ? undefined : !folded}
      aria-selected={active}
      onClick={() => onPick(agent.id)}
    >
      <Name {...props} />
      <span role="gridcell" className={styles['task']} title={agent.task ?? undefined}>
        {agent.task}
      </span>
      <span role="gridcell" className={classes('mono', styles['doing'])}>
        {agent.current_tool}
      </span>
      <Amounts agent={agent} cost={props.cost} />
    </div>
  )
})

/** Returns the id of a row, by which the grid names its active row. */
export const rowId = (agent: string): string => `agent_${agent}`.replace(/\s/g, '_')

function Name({ branch: { agent, depth, children }, transcript, folded, onFold }: AgentRowProps) {
  const t = useWords()
  const { subagent_type: kind } = agent
  const label = agentLabel(agent)
  return (
    <span role="gridcell" className={styles['name']} style={{ paddingLeft: `${Math.min(depth, DEEPEST) * 20}px` }}>
      {children > 0 ? (
        <button
          type="button"
          className={styles['fold']}
          tabIndex={-1}
          aria-label={t(folded ? 'session:agent.show' : 'session:agent.hide', { agent: label })}
          aria-expanded={!folded}
          onClick={() => onFold(agent.id)}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
      ) : (
        <i className={styles['leaf']} aria-hidden />
      )}
      <State agent={agent} />
      <b>{label}</b>
      {kind !== null && kind !== label && kind !== 'compaction' && (
        <span className={chips['soft']} data-chip>
          {kind}
        </span>
      )}
      {transcript !== undefined && (
        <Link
          className={styles['read']}
          tabIndex={-1}
          to="/sessions/$id"
          params={{ id: agent.session_id }}
          search={agent.type === 'main' ? {} : { agent: transcript }}
          aria-label={t('session:agent.readOf', { agent: label })}
          title={t('session:agent.read')}
        >
          <MessageSquare size={13} aria-hidden />
        </Link>
      )}
    </span>
  )
}

function State({ agent }: { agent: Agent }) {
  useWords()
  const reason = reasonOfAgent(agent)
  if (reason === null) return <AgentGlyph agent={agent} />
  return (
    <WhyButton
      of={reason.of}
      title={reason.title}
      state={reason.state}
      facts={<WhyFacts reason={reason} />}
      className={styles['why']}
      tabIndex={-1}
    >
      <AgentGlyph agent={agent} />
    </WhyButton>
  )
}

function Amounts({ agent, cost }: { agent: Agent; cost: number }) {
  const t = useWords()
  const time = useTimed((now) =>
    duration((agent.ended_at === null ? now : Date.parse(agent.ended_at)) - Date.parse(agent.started_at)),
  )
  // A compaction takes no time, tokens or cost of its own.
  if (agent.subagent_type === 'compaction') {
    return (
      <>
        <span role="gridcell" />
        <span role="gridcell" />
        <span role="gridcell" />
      </>
    )
  }
  return (
    <>
      <span
        role="gridcell"
        className={classes('num', styles['amount'])}
        title={t('session:head.started', { at: instant(agent.started_at) })}
      >
        {time}
      </span>
      <span role="gridcell" className={styles['amount']}>
        <Tokens value={tokensOf(agent)} atLeast={agent.output_tokens > 0} />
      </span>
      <span role="gridcell" className={classes('num', styles['amount'])}>
        {usd(cost)}
      </span>
    </>
  )
}
