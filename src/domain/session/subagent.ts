import type { Instant } from '../time.js'
import { short } from '../text.js'
import type { Hook } from './hook.js'
import { kindOf, type SessionFact } from './line.js'
import { type Dated, later, type Mark, oldest } from './mark.js'
import { textOf } from './payload.js'
import { ABANDONED, type AgentState, touch } from './state.js'
import type { AgentStatus } from './status.js'

/** Whether a transcript is that of a helper of the CLI, such as the one that writes a compaction's summary. It is no subagent. */
export const isHelper = (agent: string): boolean => /^a(?:compact|prompt_suggestion|side_question)[-_]/.test(agent)

/** Applies a hook of a subagent: it works until it stops, and works again if it acts after that. */
export const foldAgentHook = (state: AgentState, hook: Hook): void => {
  const { at, kind, payload, ref } = hook
  touch(state, at)
  state.hasHooks = true
  const made: Mark = { at, ref, type: kind }
  if (kind === 'SubagentStop') state.stop = later(state.stop, made)
  else state.live = later(state.live, made)
  const type = textOf(payload, 'agent_type')
  if (type !== null) state.type = oldest(state.type, { at, value: short(type, 200) })
}

/** Applies a transcript line of a subagent. */
export const foldAgentLine = (state: AgentState, fact: SessionFact): void => {
  const { at, ref } = fact
  if (fact.type === 'session-renamed-in-transcript') return
  touch(state, at)
  if (fact.type === 'transcript-context-recorded') return
  if (fact.type === 'subagent-transcript-found') {
    state.hasFile = true
    const { agentType, description, toolUseId } = fact.data
    if (agentType !== null) state.type = oldest(state.type, { at, value: agentType })
    if (description !== null) state.description = oldest(state.description, { at, value: short(description, 200) })
    if (toolUseId !== null) state.call = toolUseId
    return
  }
  const made: Mark = { at, ref, type: kindOf(fact) }
  const ends = fact.type === 'interrupt-recorded' || (fact.type === 'reply-recorded' && fact.data.ends)
  if (ends) state.stop = later(state.stop, made)
  else state.live = later(state.live, made)
  if (fact.type === 'prompt-recorded') state.task = oldest(state.task, { at, value: fact.data.text })
}

interface DerivedAgent {
  readonly status: AgentStatus
  readonly since: Instant
  /** The evidence: the event that the status is based on; null if it was set through the API or nothing is known. */
  readonly why: Mark | null
  readonly endedAt: Instant | null
  /** Calls that started before this point are over. */
  readonly idleSince: Instant
}

/**
 * Derives the state of a subagent. It works until it stops or its session ends; activity after that makes it work again. A
 * subagent known only from transcripts, its own or lines in that of its parent, ended with its last line: the end of its session
 * only says that nothing follows. Nobody saw the end of an abandoned session, so its subagents ended with their last activity.
 * @param sessionEnd what ended its session, at any time
 * @param over whether the session is over now: late events then change nothing
 */
export const deriveAgent = (state: AgentState, sessionEnd: Mark | null, over: boolean): DerivedAgent => {
  const { firstAt, live, stop, set } = state
  if (state.compaction !== null) {
    return { status: 'completed', since: firstAt, why: null, endedAt: firstAt, idleSince: firstAt }
  }
  const follows = (mark: Mark | null | undefined): mark is Mark => mark != null && mark.at >= (live?.at ?? -1)
  const stopped = follows(stop) ? stop : over || follows(sessionEnd) ? sessionEnd : null
  const seen = stopped ?? live ?? null
  const isSet = set.status !== undefined && set.status.at >= (seen?.at ?? -1)
  const status = isSet ? (set.status?.value ?? 'working') : stopped === null ? 'working' : 'completed'
  const finished = status === 'completed' || status === 'error'
  const isRead = state.hasFile || live !== undefined
  const isOnlyRead = stopped !== null && stopped !== stop && state.hasHooks !== true && isRead
  const isUnseen = stopped?.type === ABANDONED
  const endedAt = isOnlyRead || isUnseen ? state.lastAt : (stopped?.at ?? set.status?.at ?? state.lastAt)
  return {
    status,
    since: (isSet ? set.status : seen)?.at ?? firstAt,
    why: isSet ? null : seen,
    endedAt: finished ? valueUnlessNewer(set.endedAt, endedAt) : null,
    idleSince: stopped?.at ?? stop?.at ?? -1,
  }
}

/** Returns the value that was set, unless something happened after that. */
export const valueUnlessNewer = (set: Dated<Instant> | undefined, happened: Instant): Instant =>
  set !== undefined && set.at >= happened ? set.value : happened

/** Returns the display name of a subagent: the name that was set, else the description of its task, else its type. */
export const agentName = (state: AgentState, callDescription: string | null): string => {
  if (state.set.name !== undefined) return state.set.name.value
  if (state.compaction !== null) return 'Context Compaction'
  return state.description?.value ?? callDescription ?? state.type?.value ?? 'Subagent'
}
