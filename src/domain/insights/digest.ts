import type { AgentStatus, SessionStatus } from '../session/status.js'
import { DAY, type Instant, quarterOf } from '../time.js'
import type { Tally } from './tally.js'

/** The fields of a session that the insights use. */
export interface InsightSession {
  readonly status: SessionStatus
  readonly model: string | null
  readonly startedAt: Instant
  readonly endedAt: Instant | null
}

export interface InsightAgent {
  readonly id: string
  readonly isMain: boolean
  /** The agent type; `compaction` for a compaction. */
  readonly type: string | null
  readonly status: AgentStatus
  readonly parent: string | null
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  /** The model that most of its messages came from. */
  readonly model: string | null
}

export interface InsightCall {
  readonly agent: string | null
  readonly tool: string
  readonly target: string | null
  readonly ended: boolean
  readonly failed: boolean
  readonly error: string | null
}

export interface InsightError {
  readonly agent: string | null
  readonly summary: string
}

export interface InsightRows {
  readonly session: InsightSession
  /** Ordered by start, the main agent first. */
  readonly agents: readonly InsightAgent[]
  /** Ordered by start, each call once. */
  readonly calls: readonly InsightCall[]
  /** Failed requests and turns. Failed calls are in `calls`. */
  readonly errors: readonly InsightError[]
  /** Tokens that compactions freed. */
  readonly recoveredTokens: number
}

// Error texts are unbounded: a session contributes only its most frequent ones.
const ERROR_TEXTS = 5
const PER_MILLION = 1e6
const COMPACTION = 'compaction'
const UNTYPED = 'unknown'

/** Adds what one session contributes to the workflow aggregates (`GET /api/workflows`) to a tally. */
export const digestOf = ({ session, agents, calls, errors, recoveredTokens }: InsightRows, tally: Tally): void => {
  const subagents = agents.filter((agent) => !agent.isMain && agent.type !== COMPACTION)
  const compactions = agents.filter(({ type }) => type === COMPACTION).length
  countSession(session, agents, subagents.length, compactions, tally)
  tally.add(recoveredTokens, 'recovered')
  countCalls(calls, tally)
  countTypes(subagents, session, tally)
  countTree(agents, subagents, tally)
  countSequence(
    subagents.map(({ type }) => type ?? UNTYPED),
    tally,
  )
  countErrors(agents, calls, errors, tally)
  countLanes(session, agents, tally)
}

const seconds = (from: Instant, to: Instant | null): number | null =>
  to === null ? null : Math.max(0, Math.round((to - from) / 1000))

const countSession = (
  session: InsightSession,
  agents: readonly InsightAgent[],
  subagents: number,
  compactions: number,
  tally: Tally,
): void => {
  tally.add(1, 'session', session.status)
  tally.add(1, 'started', String(quarterOf(session.startedAt)))
  tally.add(agents.length, 'agents')
  tally.add(agents.filter(({ isMain }) => isMain).length, 'mains')
  tally.add(subagents, 'subagents')
  tally.add(compactions, 'compactions')
  if (compactions > 0) tally.add(1, 'compacted')
  for (const { isMain, type } of agents) tally.add(1, 'agent-type', isMain ? '' : (type ?? ''))
  tally.add(Math.max(0, ...depthsOf(agents).values()), 'depth')
  const lasted = seconds(session.startedAt, session.endedAt)
  if (lasted !== null) {
    tally.add(1, 'ended')
    tally.add(lasted, 'seconds')
  }
  if (session.model !== null) tally.add(1, 'main-model', session.model)
}

/**
 * Returns the depth of each agent below the main one. An unknown parent counts as the main agent, and so does a parent that
 * closes a cycle.
 */
const depthsOf = (agents: readonly InsightAgent[]): ReadonlyMap<string, number> => {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const depth = (agent: InsightAgent): number => {
    let steps = 0
    const seen = new Set<string>()
    for (let at: InsightAgent | undefined = agent; at !== undefined && !at.isMain && !seen.has(at.id); steps++) {
      seen.add(at.id)
      at = at.parent === null ? undefined : byId.get(at.parent)
    }
    return steps
  }
  return new Map(agents.map((agent) => [agent.id, depth(agent)]))
}

// The tools of a plugin carry its name: mcp__plugin_<plugin>_<server>__<tool>.
const PLUGIN_TOOL = /^mcp__plugin_([^_]+(?:-[^_]+)*)_/

const countCalls = (calls: readonly InsightCall[], tally: Tally): void => {
  let before: string | null = null
  const skills = new Set<string>()
  for (const { tool, target, ended, failed } of calls) {
    if (ended) tally.add(1, 'finished', tool, failed ? 'failed' : 'ok')
    // A call known only by its result has no tool name.
    if (tool === '') continue
    tally.add(1, 'tool', tool)
    if (before !== null) tally.add(1, 'flow', before, tool)
    before = tool
    const plugin = PLUGIN_TOOL.exec(tool)?.[1]
    if (plugin !== undefined) tally.add(1, 'plugin-calls', plugin)
    if (tool !== 'Skill' || target === null || target === '') continue
    tally.add(1, 'skill', target)
    if (!skills.has(target)) tally.add(1, 'skill-sessions', target)
    skills.add(target)
  }
}

const countTypes = (subagents: readonly InsightAgent[], session: InsightSession, tally: Tally): void => {
  const types = new Set<string>()
  for (const { type, status, startedAt, endedAt, model } of subagents) {
    const name = type ?? UNTYPED
    tally.add(1, 'type', name)
    if (!types.has(name)) tally.add(1, 'type-sessions', name)
    types.add(name)
    if (status === 'completed') tally.add(1, 'type-completed', name)
    if (status === 'error') tally.add(1, 'type-errors', name)
    const lasted = seconds(startedAt, endedAt)
    if (lasted !== null) {
      tally.add(1, 'type-timed', name)
      tally.add(lasted, 'type-seconds', name)
    }
    tally.add(1, 'type-day', name, String(Math.floor(startedAt / DAY)))
    const used = model ?? session.model
    if (used !== null) tally.add(1, 'subagent-model', used)
  }
}

const countTree = (agents: readonly InsightAgent[], subagents: readonly InsightAgent[], tally: Tally): void => {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  for (const { parent, type } of subagents) {
    const above = parent === null ? undefined : byId.get(parent)
    const source = above === undefined || above.isMain ? 'main' : (above.type ?? UNTYPED)
    tally.add(1, 'edge', source, type ?? UNTYPED)
  }
}

/** Counts the order in which a session used types of subagents: as a whole, in pairs and in triples. */
const countSequence = (types: readonly string[], tally: Tally): void => {
  if (types.length === 0) return tally.add(1, 'solo')
  const windows = (size: number): string[][] => types.slice(size - 1).map((_, i) => types.slice(i, i + size))
  const whole = types.length > 3 && types.length <= 12 ? [[...types]] : []
  const met = new Set<string>()
  for (const steps of [...windows(2), ...windows(3), ...whole]) {
    tally.add(1, 'pattern', ...steps)
    const name = JSON.stringify(steps)
    if (!met.has(name)) tally.add(1, 'pattern-sessions', ...steps)
    met.add(name)
  }
  const [firsts, lasts] = [new Map<string, number>(), new Map<string, number>()]
  for (const [i, type] of types.entries()) {
    if (!firsts.has(type)) firsts.set(type, i)
    lasts.set(type, i)
  }
  for (const [source, began] of firsts) {
    for (const [target, last] of lasts) if (source !== target && began < last) tally.add(1, 'pair', source, target)
  }
}

const countErrors = (
  agents: readonly InsightAgent[],
  calls: readonly InsightCall[],
  errors: readonly InsightError[],
  tally: Tally,
): void => {
  const depths = depthsOf(agents)
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const failed = [
    ...calls
      .filter((call) => call.failed)
      .map(({ agent, tool, error }) => ({ agent, summary: error ? `${tool}: ${error}` : tool })),
    ...errors,
  ]
  const texts = new Map<string, number>()
  for (const { agent, summary } of failed) {
    tally.add(1, 'error-depth', String(agent === null ? 0 : (depths.get(agent) ?? 1)))
    if (agent !== null) tally.add(1, 'error-type', byId.get(agent)?.type ?? UNTYPED)
    const text = summary.slice(0, 120)
    texts.set(text, (texts.get(text) ?? 0) + 1)
  }
  for (const [text, n] of [...texts].toSorted(([, a], [, b]) => b - a).slice(0, ERROR_TEXTS)) {
    tally.add(n, 'error-text', text)
  }
  if (failed.length > 0 || agents.some(({ status }) => status === 'error')) tally.add(1, 'errored')
}

/**
 * Adds when each agent started and finished as millionths of its session's time span. Whole numbers can be subtracted again
 * without rounding errors.
 */
const countLanes = (session: InsightSession, agents: readonly InsightAgent[], tally: Tally): void => {
  const { startedAt, endedAt } = session
  if (endedAt === null || endedAt <= startedAt) return
  const place = (at: Instant): number =>
    Math.round((Math.min(1, Math.max(0, (at - startedAt) / (endedAt - startedAt))) || 0) * PER_MILLION)
  for (const agent of agents) {
    if (agent.type === COMPACTION) continue
    const lane = agent.isMain ? 'Main Agent' : (agent.type ?? UNTYPED)
    tally.add(1, 'lane', lane)
    tally.add(place(agent.startedAt), 'lane-start', lane)
    tally.add(place(agent.endedAt ?? endedAt), 'lane-end', lane)
  }
}
