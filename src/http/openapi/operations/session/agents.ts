import type { agents } from '../../../contract/session/agents.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, mainAgent, subagent, toolExecution } from '../../samples.js'

const reviewer = {
  ...subagent,
  id: 'reviewer-1',
  name: 'Reviewer',
  subagent_type: 'review',
  status: 'working',
  task: 'Review the change',
  ended_at: null,
} as const

export const agentsOperations: Operations<keyof typeof agents> = {
  'GET /api/agents': {
    description:
      'Lists agents, most recent activity first. Without `limit`, up to 10,000 agents are returned. `status=idle` lists waiting main agents.',
    answer: { agents: [mainAgent, subagent], limit: 10_000, offset: 0 },
  },
  'GET /api/agents/:id': {
    description: 'Returns one agent. The main agent of a session has the id `<session id>-main`.',
    answer: { agent: subagent },
  },
  'GET /api/agents/:id/tools': {
    description: 'Lists the tool executions of an agent, newest first.',
    answer: { tools: [toolExecution] },
  },
  'POST /api/agents': {
    description:
      'Creates an agent in a session. An existing agent is returned unchanged with status 200 and `created: false`.',
    request: {
      id: 'reviewer-1',
      session_id: SESSION_ID,
      name: 'Reviewer',
      subagent_type: 'review',
      task: 'Review the change',
    },
    answer: { agent: reviewer, created: true },
  },
  'PATCH /api/agents/:id': {
    description: 'Updates an agent. Omitted fields are unchanged; `current_tool: null` clears the tool.',
    request: { status: 'completed', current_tool: null },
    answer: { agent: { ...reviewer, status: 'completed', ended_at: '2026-11-20T09:40:00.000Z' } },
  },
  'GET /api/tools': {
    description: 'Lists finished tool executions of all sessions, newest first. `total` is exact.',
    answer: { tools: [toolExecution], total: 1 },
  },
}
