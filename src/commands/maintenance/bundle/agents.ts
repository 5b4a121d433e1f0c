import { isFitName } from '../../../domain/session/name.js'
import { objectOf, textOf } from '../../../domain/session/payload.js'
import { startsSubagent } from '../../../domain/tool.js'
import type { Fields } from '../../../domain/transcript/json.js'

/** An event of a bundle: its row, and the hook's payload from the JSON in the row. */
export interface BundleEvent {
  readonly row: Fields
  readonly payload: Fields
}

/** Our agent ids of a session, by the ids in the bundle's `agents` list. */
export type AgentIds = ReadonlyMap<string, string>

/** Returns our id of a session's main agent. */
export const mainAgent = (session: string): string => `${session}-main`

/** Returns the Claude Code Agent Monitor's id for the main agent of a Codex session. */
export const codexMain = (session: string): string => `codex:${session}`

/**
 * Returns our id for each agent that the bundle lists for a session. The main agent becomes `<session>-main`. A subagent gets
 * the CLI's id where the bundle reveals it, so that a later hook or transcript reaches the same agent. Other ids stay.
 */
export const agentIdsOf = (session: string, agents: readonly Fields[], events: readonly BundleEvent[]): AgentIds => {
  const listed = new Map<string, Fields>()
  for (const row of agents) {
    const id = textOf(row, 'id')
    if (id !== null && isFitName(id) && !listed.has(id)) listed.set(id, row)
  }
  const main = mainOf(session, listed)
  const ids = new Map<string, string>()
  if (main !== null) ids.set(main, mainAgent(session))
  const taken = new Set([...listed.keys(), mainAgent(session)])
  for (const [agent, id] of revealedIds(session, listed, events)) {
    if (!listed.has(agent) || ids.has(agent) || taken.has(id) || !isFitName(id)) continue
    ids.set(agent, id)
    taken.add(id)
  }
  for (const agent of listed.keys()) if (!ids.has(agent)) ids.set(agent, agent)
  return ids
}

const mainOf = (session: string, listed: ReadonlyMap<string, Fields>): string | null => {
  for (const id of [mainAgent(session), codexMain(session)]) if (listed.has(id)) return id
  for (const [id, row] of listed) if (row['type'] === 'main') return id
  return null
}

/** Yields pairs of a listed agent and the CLI's id for it, the most reliable evidence first. */
function* revealedIds(
  session: string,
  listed: ReadonlyMap<string, Fields>,
  events: readonly BundleEvent[],
): Generator<readonly [string, string]> {
  const imported = `${session}-jsonl-`
  for (const agent of listed.keys()) if (agent.startsWith(imported)) yield [agent, agent.slice(imported.length)]
  yield* startedBy(events)
  yield* stopped(listed, events)
}

/** Yields pairs from calls that start a subagent: the call is filed under the subagent, and its result names the CLI's id. */
function* startedBy(events: readonly BundleEvent[]): Generator<readonly [string, string]> {
  const spawned = new Map<string, string>()
  const calls = events.filter(({ row }) => startsSubagent(textOf(row, 'tool_name')))
  for (const { row, payload } of calls) {
    const [agent, call] = [textOf(row, 'agent_id'), textOf(payload, 'tool_use_id')]
    if (row['event_type'] !== 'PreToolUse' || agent === null || call === null) continue
    // If the call is filed under its caller, the row says nothing about the agent that it starts.
    if (agent !== textOf(payload, 'agent_id')) spawned.set(call, agent)
  }
  for (const { row, payload } of calls) {
    if (row['event_type'] !== 'PostToolUse') continue
    const agent = spawned.get(textOf(payload, 'tool_use_id') ?? '')
    const id = textOf(objectOf(payload['tool_response']), 'agentId')
    if (agent !== undefined && id !== null) yield [agent, id]
  }
}

/**
 * Yields pairs from stops, which carry the CLI's id. A stop with another type, or without one as after a compaction, was filed
 * under any agent that was working.
 */
function* stopped(
  listed: ReadonlyMap<string, Fields>,
  events: readonly BundleEvent[],
): Generator<readonly [string, string]> {
  for (const { row, payload } of events) {
    const [agent, id] = [textOf(row, 'agent_id'), textOf(payload, 'agent_id')]
    if (row['event_type'] !== 'SubagentStop' || agent === null || id === null) continue
    const [type, own] = [payload['agent_type'], listed.get(agent)?.['subagent_type'] ?? null]
    if (type === undefined || (type !== '' && (own === null || type === own))) yield [agent, id]
  }
}
