import { CLI_STATUS_EVENT } from '../../domain/session/cli-status.js'
import { actorOf, textOf } from '../../domain/session/payload.js'
import { summaryOf, withTarget } from '../../domain/session/summary.js'
import { short } from '../../domain/text.js'
import { listedCall, listedTool } from '../../domain/tool.js'
import type { Recorded } from '../../events/envelope.js'

export interface EventLine {
  readonly type: string
  readonly agent: string | null
  readonly tool: string | null
  readonly summary: string | null
}

/**
 * Returns the list row of an event, or null if it is not listed; `calledTool` is the tool of the call that a result belongs to.
 */
export const lineOf = (event: Recorded, calledTool: string | null): EventLine | null => {
  switch (event.type) {
    case 'hook-received': {
      const { kind, payload } = event.data
      const { tool } = listedCall(textOf(payload, 'tool_name'), payload.tool_input)
      return { type: kind, agent: actorOf(payload), tool, summary: summaryOf(kind, payload) }
    }
    case 'reply-recorded': {
      const { tool, agent } = event.data
      if (tool === null) return null
      const name = listedTool(tool.name)
      return { type: 'PreToolUse', agent, tool: name, summary: withTarget('Using tool', name, tool.target) }
    }
    case 'tool-result-recorded': {
      const { ok, agent, error } = event.data
      const summary = resultSummary(ok, calledTool, error)
      return { type: ok ? 'PostToolUse' : 'PostToolUseFailure', agent, tool: calledTool, summary }
    }
    case 'interrupt-recorded':
      return { type: 'Interrupted', agent: event.data.agent, tool: null, summary: 'Interrupted by the user' }
    case 'api-error-recorded':
      return { type: 'APIError', agent: event.data.agent, tool: null, summary: event.data.text }
    case 'turn-completed':
      return { type: 'TurnDuration', agent: event.data.agent, tool: null, summary: turnSummary(event.data.durationMs) }
    case 'compaction-seen':
      return { type: 'Compaction', agent: event.data.agent, tool: null, summary: 'Context compacted' }
    case 'session-end-inferred':
      return { type: 'SessionEnd', agent: null, tool: null, summary: `Session ended (${event.data.reason})` }
    case 'session-abandoned':
      return { type: 'SessionAbandoned', agent: null, tool: null, summary: 'Nothing happened for a long time' }
    case 'cli-status-reported': {
      const { status, waitingFor } = event.data
      const summary = waitingFor === null ? `Reported as ${status}` : `Waiting for: ${waitingFor}`
      return { type: CLI_STATUS_EVENT, agent: null, tool: null, summary }
    }
    default:
      return null
  }
}

export const resultSummary = (ok: boolean, tool: string | null, error: string | null): string =>
  ok ? withTarget('Tool completed', tool, null) : short(`Tool failed: ${tool ?? 'unknown'}: ${error ?? ''}`, 300)

const turnSummary = (ms: number): string => `Turn took ${(ms / 1000).toFixed(1)} s`
