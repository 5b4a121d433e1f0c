import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { useWords } from '../../../../i18n/use-words.js'
import buttons from '../../../../kit/button.module.css'
import { agentLabel } from '../../agents/agent-label.js'
import { useAgentsOf } from '../../agents/use-agents.js'
import { FoldedText } from '../folded-text.js'
import { Whose } from '../whose.js'
import { startedBy, taskOf } from './started-by.js'
import { Details, Failure, Words } from './pieces.js'
import { hasFailed, outputOf, textAt } from './call.js'
import type { BodyProps, ToolView } from './view.js'

/** A call that starts a subagent: its task, its answer, and a link to its conversation. */
export const agent: ToolView = { Body: AgentBody }

function AgentBody({ call, place }: BodyProps) {
  const t = useWords()
  const output = outputOf(call)
  return (
    <>
      <Details
        of={[
          [t('session:detail.kind'), textAt(call, 'subagent_type') || textAt(call, 'agent_type')],
          [t('session:detail.model'), textAt(call, 'model')],
        ]}
      />
      <Words>
        <FoldedText text={taskOf(call)} place={`${place}.task`} />
        <Conversation call={call} />
      </Words>
      {!hasFailed(call) && output !== '' && (
        <Words>
          <FoldedText text={output} place={`${place}.answer`} />
        </Words>
      )}
      <Failure call={call} />
    </>
  )
}

function Conversation({ call }: { call: BodyProps['call'] }) {
  const t = useWords()
  const { id } = use(Whose)
  const started = startedBy(call, useAgentsOf(id))
  if (started === undefined) return null
  return (
    <Link className={buttons['button']} to="/sessions/$id" params={{ id }} search={{ agent: started.id }} data-own>
      {t('session:agent.readOf', { agent: agentLabel(started) })}
    </Link>
  )
}
