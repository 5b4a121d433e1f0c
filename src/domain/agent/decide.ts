import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { Metadata } from '../session/decide.js'
import type { AgentStatus, AgentStatusInput } from '../session/status.js'
import { parseInstant } from '../time.js'

export interface CreateAgent {
  readonly id: string
  readonly name: string
  readonly type?: 'main' | 'subagent' | undefined
  readonly subagent_type?: string | null | undefined
  readonly status?: AgentStatusInput | undefined
  readonly task?: string | null | undefined
  readonly parent_agent_id?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** A null `current_tool` clears it; other null members are left unchanged. */
export interface UpdateAgent {
  readonly name?: string | null | undefined
  readonly status?: AgentStatusInput | null | undefined
  readonly task?: string | null | undefined
  readonly current_tool?: string | null | undefined
  readonly ended_at?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** Whether the agent of a command, and the session that it belongs to, exist. */
export interface KnownAgent {
  readonly session: boolean
  readonly agent: boolean
}

const statusOf = (word: AgentStatusInput): AgentStatus => (word === 'idle' || word === 'connected' ? 'waiting' : word)

/** Creates an agent in an existing session, unless the agent exists. */
const create = (known: KnownAgent, agent: CreateAgent) => {
  if (!known.session) return refuse(reject('NOT_FOUND', 'session not found'))
  if (known.agent) return accept()
  return accept({
    type: 'agent-created',
    data: {
      agent: agent.id,
      name: agent.name,
      type: agent.type ?? 'main',
      subagentType: agent.subagent_type ?? null,
      status: statusOf(agent.status ?? 'waiting'),
      task: agent.task ?? null,
      parent: agent.parent_agent_id ?? null,
      metadata: agent.metadata ?? null,
    },
  })
}

const update = (known: KnownAgent, { id, ...change }: { readonly id: string } & UpdateAgent) => {
  const { name, status, task, current_tool, ended_at, metadata } = change
  if (!known.session) return refuse(reject('NOT_FOUND', 'agent not found'))
  const endedAt = ended_at == null ? undefined : parseInstant(ended_at)
  if (ended_at != null && endedAt === undefined)
    return refuse(reject('INVALID_INPUT', 'ended_at: must be an ISO 8601 date-time'))
  return accept({
    type: 'agent-updated',
    data: {
      agent: id,
      ...(name ? { name } : {}),
      ...(status ? { status: statusOf(status) } : {}),
      ...(task ? { task } : {}),
      ...(current_tool === undefined ? {} : { currentTool: current_tool }),
      ...(endedAt === undefined ? {} : { endedAt }),
      ...(metadata ? { metadata } : {}),
    },
  })
}

export const decideAgent = { create, update }
