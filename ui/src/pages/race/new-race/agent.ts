import { TOOL_IDS, type ToolId, TOOLS } from '../../../api/tools.js'

/** An agent that is to race. An empty model or effort is the tool's own default. */
export interface NewAgent {
  /** Tells it from the others while the form is open. */
  readonly key: number
  readonly tool: ToolId
  readonly model: string
  readonly effort: string
}

/** Returns the agents that a race starts with: one of each tool that can be started, or the first tool twice. */
export const firstAgents = (): readonly NewAgent[] => {
  const [first, second] = TOOL_IDS
  return [first, second ?? first].map((tool, key) => ({ key, tool, model: '', effort: '' }))
}

/** Returns the agents and one more, of the tool of the last one. */
export const withOneMore = (agents: readonly NewAgent[]): readonly NewAgent[] => {
  const last = agents.at(-1)
  const key = Math.max(-1, ...agents.map((agent) => agent.key)) + 1
  return [...agents, { key, tool: last?.tool ?? TOOL_IDS[0], model: '', effort: '' }]
}

/** Returns an agent with another tool. Models and efforts are the tool's own. */
export const withTool = (agent: NewAgent, tool: ToolId): NewAgent => ({
  ...agent,
  tool,
  model: '',
  effort: TOOLS[tool].capabilities.efforts.includes(agent.effort) ? agent.effort : '',
})

/** Returns what the service is asked to start. */
export const agentBody = ({ tool, model, effort }: NewAgent) => ({
  tool,
  ...(model === '' ? {} : { model }),
  ...(effort === '' ? {} : { effort }),
})
