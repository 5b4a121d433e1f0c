import { startsSubagent } from '../../domain/tool.js'
import { foldCliStatus } from '../../domain/session/cli-status.js'
import { foldHook } from '../../domain/session/hook.js'
import { foldLine, type SessionFact } from '../../domain/session/line.js'
import { newest, oldest } from '../../domain/session/mark.js'
import { actorOf, textOf } from '../../domain/session/payload.js'
import { ABANDONED, mark, type SessionState, setOverride, touch } from '../../domain/session/state.js'
import { foldAgentHook, foldAgentLine, isHelper } from '../../domain/session/subagent.js'
import type { Payload, Recorded } from '../../events/envelope.js'
import type { Sessions, SessionWork } from './rows.js'

/** Applies an event to the session and the agents it concerns. */
export const foldEvent = (sessions: Sessions, session: SessionWork, event: Recorded): void => {
  const { occurredAt: at, position: ref } = event
  const { state } = session
  switch (event.type) {
    case 'hook-received':
      return foldHookEvent(sessions, session, event, event.data)
    case 'session-created':
      touch(state, at)
      applyCreated(state, at, event.data)
      return
    case 'session-updated':
      applyUpdated(state, at, ref, event.data)
      return
    case 'session-abandoned':
      return mark(state.hooks, 'abandon', { at, ref, type: ABANDONED })
    case 'session-end-inferred':
      return mark(state.hooks, 'end', { at, ref, type: 'SessionEnd' })
    case 'cli-status-reported':
      return foldCliStatus(state, { at, ref, ...event.data })
    case 'agent-created':
      return applyAgentCreated(sessions, session, at, event.data)
    case 'agent-updated':
      return applyAgentUpdated(sessions, session, at, event.data)
    case 'history-imported':
    case 'hooks-installed':
    case 'projections-rebuilt':
    case 'session-purged':
    case 'data-cleared':
    case 'session-revived':
    case 'bundle-imported':
      return
    default:
      return foldLineEvent(sessions, session, { type: event.type, at, ref, data: event.data } as SessionFact)
  }
}

const foldHookEvent = (
  sessions: Sessions,
  session: SessionWork,
  event: Recorded,
  { kind, payload, pid }: Payload<'hook-received'>,
): void => {
  const hook = { kind, payload, at: event.occurredAt, ref: event.position, ...(pid === undefined ? {} : { pid }) }
  foldHook(session.state, hook)
  const agentId = agentOf(sessions, session, kind, payload)
  if (agentId !== undefined) foldAgentHook(sessions.agent(session, agentId), hook)
  if (startsSubagent(textOf(payload, 'tool_name'))) sessions.refreshAgents(session)
}

const agentOf = (
  sessions: Sessions,
  session: SessionWork,
  kind: string,
  payload: Payload<'hook-received'>['payload'],
): string | undefined => {
  const actor = actorOf(payload)
  const type = textOf(payload, 'agent_type')
  if (kind !== 'SubagentStop') return actor ?? undefined
  if (actor === null) return sessions.oldestWorking(session, type)
  // A compaction stops an agent that never started: there is no such agent.
  return type === null && sessions.knownAgent(session, actor) === undefined ? undefined : actor
}

const foldLineEvent = (sessions: Sessions, session: SessionWork, fact: SessionFact): void => {
  const { agent } = fact.data
  foldLine(session.state, fact)
  if (agent !== null && !isHelper(agent)) foldAgentLine(sessions.agent(session, agent), fact)
  if (fact.type === 'compaction-seen' && agent === null) {
    touch(sessions.compaction(session, { at: Math.floor(fact.at), uuid: fact.data.uuid }), fact.at)
  }
  if (isAboutSpawnCall(sessions, session, fact)) sessions.refreshAgents(session)
}

/** Whether a line reports a call that starts a subagent: parents and tasks are derived from it. */
const isAboutSpawnCall = (sessions: Sessions, session: SessionWork, fact: SessionFact): boolean => {
  if (fact.type === 'reply-recorded') return startsSubagent(fact.data.tool?.name ?? null)
  return fact.type === 'tool-result-recorded' && sessions.isSpawnCall(session, fact.data.id)
}

const applyCreated = (state: SessionState, at: number, data: Payload<'session-created'>): void => {
  if (data.name !== null) state.apiName = newest(state.apiName, { at, value: data.name })
  if (data.cwd !== null) state.cwd = oldest(state.cwd, { at, value: data.cwd })
  if (data.model !== null) state.model = newest(state.model, { at, value: data.model })
  if (data.metadata !== null) state.metadata = newest(state.metadata, { at, value: JSON.stringify(data.metadata) })
}

const STATUS_MARK = { active: 'revive', completed: 'end', error: 'fail', abandoned: 'abandon' } as const

const applyUpdated = (state: SessionState, at: number, ref: number, data: Payload<'session-updated'>): void => {
  const { name, status, endedAt, metadata } = data
  if (name != null) state.apiName = newest(state.apiName, { at, value: name })
  if (metadata != null) state.metadata = newest(state.metadata, { at, value: JSON.stringify(metadata) })
  if (endedAt != null) state.endedAt = newest(state.endedAt, { at, value: endedAt })
  state.editedAt = Math.max(state.editedAt ?? 0, at)
  if (status === undefined) return
  touch(state, at)
  state.status = newest(state.status, { at, value: status })
  mark(state.hooks, STATUS_MARK[status], { at, ref, type: 'SessionUpdated' })
}

const isMain = (session: SessionWork, agent: string): boolean => agent === `${session.id}-main`

const applyAgentCreated = (
  sessions: Sessions,
  session: SessionWork,
  at: number,
  data: Payload<'agent-created'>,
): void => {
  touch(session.state, at)
  const main = isMain(session, data.agent)
  if (main) session.state.hasMain = true
  const agent = main ? null : sessions.agent(session, data.agent)
  const set = agent?.set ?? session.state.main
  setOverride(set, 'name', at, data.name)
  setOverride(set, 'status', at, data.status)
  if (data.task !== null) setOverride(set, 'task', at, data.task)
  if (data.metadata !== null) setOverride(set, 'metadata', at, JSON.stringify(data.metadata))
  if (agent === null) return
  touch(agent, at)
  agent.declared = data.type
  if (data.subagentType !== null) agent.type = oldest(agent.type, { at, value: data.subagentType })
  if (data.parent !== null) agent.parent = newest(agent.parent, { at, value: data.parent })
}

const applyAgentUpdated = (
  sessions: Sessions,
  session: SessionWork,
  at: number,
  data: Payload<'agent-updated'>,
): void => {
  touch(session.state, at)
  const agent = isMain(session, data.agent) ? null : sessions.agent(session, data.agent)
  if (agent !== null) touch(agent, at)
  const set = agent?.set ?? session.state.main
  if (data.name !== undefined) setOverride(set, 'name', at, data.name)
  if (data.status !== undefined) setOverride(set, 'status', at, data.status)
  if (data.task != null) setOverride(set, 'task', at, data.task)
  if (data.currentTool !== undefined) setOverride(set, 'tool', at, data.currentTool ?? '')
  if (data.endedAt != null) setOverride(set, 'endedAt', at, data.endedAt)
  if (data.metadata != null) setOverride(set, 'metadata', at, JSON.stringify(data.metadata))
}
