import type { Agent } from '../../../../api/types.js'
import type { ToolCall } from '../items.js'
import { textAt } from './call.js'

/** Returns the task of a subagent. */
export const taskOf = (call: ToolCall): string => textAt(call, 'prompt') || textAt(call, 'message')

/** Returns the subagent that a call started: by the id in its result, or before that by the task. */
export function startedBy(call: ToolCall, agents: readonly Agent[]): Agent | undefined {
  const subagents = agents.filter((agent) => agent.type === 'subagent')
  const named = call.result?.agent_id
  if (named !== undefined) return subagents.find((agent) => agent.id === named)
  const task = inOneLine(taskOf(call))
  if (task === '') return undefined
  // The service stores only the beginning of a task.
  const same = subagents.filter(
    (agent) => agent.task !== null && task.startsWith(inOneLine(agent.task.replace(/…$/, ''))),
  )
  return same.length === 1 ? same[0] : undefined
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
