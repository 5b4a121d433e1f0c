import { listedCall } from '../tool.js'
import { plain, short } from '../text.js'
import { errorOf, failureOf, type HookPayload, textOf } from './payload.js'

export const withTarget = (words: string, tool: string | null, target: string | null): string =>
  short(`${words}: ${tool ?? 'unknown'}${target ? ` · ${target}` : ''}`, 300)

/** Returns one line that summarizes a hook. */
export const summaryOf = (kind: string, payload: HookPayload): string => {
  const { tool, target } = listedCall(textOf(payload, 'tool_name'), payload.tool_input)
  switch (kind) {
    case 'PreToolUse':
      return withTarget('Using tool', tool, target)
    case 'PostToolUse':
      return withTarget('Tool completed', tool, null)
    case 'PostToolUseFailure':
      return short(`Tool failed: ${tool ?? 'unknown'}: ${errorOf(payload)}`, 300)
    case 'PermissionRequest':
      return withTarget('Asks for permission', tool, target)
    case 'UserPromptSubmit':
      return short(textOf(payload, 'prompt') ?? 'Prompt', 300)
    case 'SessionStart':
      return payload.source === 'resume' ? 'Session resumed' : 'Session started'
    case 'SessionEnd':
      return 'Session closed'
    case 'Stop':
      return 'Ready for input'
    case 'StopFailure':
      return short(`Turn failed: ${failureOf(payload)}`, 300)
    case 'SubagentStart':
      return `Subagent started: ${agentType(payload)}`
    case 'SubagentStop':
      return `Subagent completed: ${agentType(payload)}`
    default:
      return short(textOf(payload, 'message') ?? `Event: ${kind}`, 300)
  }
}

const agentType = (payload: HookPayload): string => plain(textOf(payload, 'agent_type') ?? 'subagent').slice(0, 100)
