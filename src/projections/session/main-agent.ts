import { type Derived, firstPromptOf } from '../../domain/session/derive.js'
import type { SessionState } from '../../domain/session/state.js'
import type { AgentStatus } from '../../domain/session/status.js'
import { valueUnlessNewer } from '../../domain/session/subagent.js'
import type { Db } from '../sql.js'
import { type CurrentCall, currentCall } from './calls.js'

interface MainAgent {
  readonly call: CurrentCall | null
  readonly status: AgentStatus
  readonly task: string | null
  readonly tool: string | null
  readonly endedAt: number | null
}

/** Derives the main agent. It has no row of its own: what changes with each of its steps is stored in its session's row. */
export const mainAgentOf = (db: Db, stream: number, state: SessionState, derived: Derived): MainAgent | null => {
  if (!state.hasMain) return null
  const { main } = state
  const over = derived.main === 'completed' || derived.main === 'error'
  const call = over ? null : currentCall(db, stream, null, derived.idleSince)
  const newest = Math.max(call?.started_at ?? 0, derived.idleSince, derived.callsAt)
  const isSet = main.tool !== undefined && main.tool.at >= newest
  const tool = isSet ? main.tool?.value || null : (call?.tool ?? null)
  return {
    call,
    status: derived.main,
    task: main.task?.value ?? firstPromptOf(state),
    tool: over ? null : tool,
    endedAt: over ? valueUnlessNewer(main.endedAt, derived.endedAt ?? derived.since) : null,
  }
}
