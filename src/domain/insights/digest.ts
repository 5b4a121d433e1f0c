import type { AgentStatus, SessionStatus } from '../session/status.js'
import { DAY, type Instant, quarterOf } from '../time.js'
import type { Tally } from './tally.js'

/** Receives what a session contributes, one counter at a time. */
export interface Counter {
  /** Counts something that happened at a point in time. */
  readonly at: (at: Instant, n: number, kind: string, ...parts: readonly string[]) => void
  /** Counts what a session contributes as a whole, however often it happened. */
  readonly once: (n: number, kind: string, ...parts: readonly string[]) => void
}

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
  /** When it started, or ended if the start is unknown. */
  readonly at: Instant
  readonly agent: string | null
  readonly tool: string
  readonly target: string | null
  readonly ended: boolean
  readonly failed: boolean
  readonly error: string | null
  /** Milliseconds; null while it runs, or if only its result is known. */
  readonly lasted: number | null
}

export interface InsightError {
  readonly at: Instant
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
  /** The compactions that freed tokens. */
  readonly recovered: readonly { readonly at: Instant; readonly tokens: number }[]
}

// Error texts are unbounded: a session contributes only its most frequent ones.
const ERROR_TEXTS = 5
const PER_MILLION = 1e6
export const COMPACTION = 'compaction'
export const UNTYPED = 'unknown'

/** Adds what one session contributes to the workflow aggregates (`GET /api/workflows`) to a tally. */
export const digestOf = (rows: InsightRows, tally: Tally): void =>
  countRows(rows, {
    at: (_at, n, kind, ...parts) => tally.add(n, kind, ...parts),
    once: (n, kind, ...parts) => tally.add(n, kind, ...parts),
  })

/** Counts what one session contributes to the workflow aggregates. */
export const countRows = ({ session, agents, calls, errors, recovered }: InsightRows, counter: Counter): void => {
  const subagents = agents.filter((agent) => !agent.isMain && agent.type !== COMPACTION)
  countSession(session, agents, counter)
  for (const { at, tokens } of recovered) counter.at(at, tokens, 'recovered')
  countCalls(calls, counter)
  countTypes(subagents, session, counter)
  countTree(agents, subagents, counter)
  countSequence(subagents, counter)
  countErrors(agents, calls, errors, counter)
  countLanes(session, agents, counter)
}

const seconds = (from: Instant, to: Instant | null): number | null =>
  to === null ? null : Math.max(0, Math.round((to - from) / 1000))

const countSession = (session: InsightSession, agents: readonly InsightAgent[], { at, once }: Counter): void => {
  once(1, 'session', session.status)
  at(session.startedAt, 1, 'started', String(quarterOf(session.startedAt)))
  for (const { isMain, type, startedAt } of agents) {
    if (type === COMPACTION) at(startedAt, 1, 'compactions')
    if (isMain) {
      once(1, 'agents')
      once(1, 'mains')
      once(1, 'agent-type', '')
      continue
    }
    at(startedAt, 1, 'agents')
    if (type !== COMPACTION) at(startedAt, 1, 'subagents')
    at(startedAt, 1, 'agent-type', type ?? '')
  }
  if (agents.some(({ type }) => type === COMPACTION)) once(1, 'compacted')
  once(Math.max(0, ...depthsOf(agents).values()), 'depth')
  const lasted = seconds(session.startedAt, session.endedAt)
  if (lasted !== null && session.endedAt !== null) {
    at(session.endedAt, 1, 'ended')
    at(session.endedAt, lasted, 'seconds')
  }
  if (session.model !== null) once(1, 'main-model', session.model)
}

/**
 * Returns the depth of each agent below the main one. An unknown parent counts as the main agent, and so does a parent that
 * closes a cycle.
 */
export const depthsOf = (agents: readonly InsightAgent[]): ReadonlyMap<string, number> => {
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

const countCalls = (calls: readonly InsightCall[], { at: count, once }: Counter): void => {
  let before: string | null = null
  const skills = new Set<string>()
  for (const { at, tool, target, ended, failed } of calls) {
    if (ended) count(at, 1, 'finished', tool, failed ? 'failed' : 'ok')
    // A call known only by its result has no tool name.
    if (tool === '') continue
    count(at, 1, 'tool', tool)
    if (before !== null) count(at, 1, 'flow', before, tool)
    before = tool
    const plugin = PLUGIN_TOOL.exec(tool)?.[1]
    if (plugin !== undefined) count(at, 1, 'plugin-calls', plugin)
    if (tool !== 'Skill' || target === null || target === '') continue
    count(at, 1, 'skill', target)
    if (!skills.has(target)) once(1, 'skill-sessions', target)
    skills.add(target)
  }
}

const countTypes = (
  subagents: readonly InsightAgent[],
  session: InsightSession,
  { at: count, once }: Counter,
): void => {
  const types = new Set<string>()
  for (const { type, status, startedAt: at, endedAt, model } of subagents) {
    const name = type ?? UNTYPED
    count(at, 1, 'type', name)
    if (!types.has(name)) once(1, 'type-sessions', name)
    types.add(name)
    if (status === 'completed') count(at, 1, 'type-completed', name)
    if (status === 'error') count(at, 1, 'type-errors', name)
    const lasted = seconds(at, endedAt)
    if (lasted !== null) {
      count(at, 1, 'type-timed', name)
      count(at, lasted, 'type-seconds', name)
    }
    count(at, 1, 'type-day', name, String(Math.floor(at / DAY)))
    const used = model ?? session.model
    if (used !== null) count(at, 1, 'subagent-model', used)
  }
}

const countTree = (
  agents: readonly InsightAgent[],
  subagents: readonly InsightAgent[],
  { at: count }: Counter,
): void => {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  for (const { parent, type, startedAt } of subagents) {
    const above = parent === null ? undefined : byId.get(parent)
    const source = above === undefined || above.isMain ? 'main' : (above.type ?? UNTYPED)
    count(startedAt, 1, 'edge', source, type ?? UNTYPED)
  }
}

/**
 * Counts the order in which a session used types of subagents: as a whole, in pairs and in triples. A sequence happens when its
 * last agent starts.
 */
const countSequence = (subagents: readonly InsightAgent[], { at: count, once }: Counter): void => {
  const started = subagents.map(({ type, startedAt }) => ({ type: type ?? UNTYPED, at: startedAt }))
  if (started.length === 0) return once(1, 'solo')
  const windows = (size: number) => started.slice(size - 1).map((_, i) => started.slice(i, i + size))
  const whole = started.length > 3 && started.length <= 12 ? [started] : []
  const met = new Set<string>()
  for (const agents of [...windows(2), ...windows(3), ...whole]) {
    const steps = agents.map(({ type }) => type)
    count(agents.at(-1)?.at ?? 0, 1, 'pattern', ...steps)
    const name = JSON.stringify(steps)
    if (!met.has(name)) once(1, 'pattern-sessions', ...steps)
    met.add(name)
  }
  const before = new Set<string>()
  const pairs = new Set<string>()
  for (const { type: target, at } of started) {
    for (const source of before) {
      const name = JSON.stringify([source, target])
      if (source === target || pairs.has(name)) continue
      pairs.add(name)
      count(at, 1, 'pair', source, target)
    }
    before.add(target)
  }
}

const countErrors = (
  agents: readonly InsightAgent[],
  calls: readonly InsightCall[],
  errors: readonly InsightError[],
  { at: count, once }: Counter,
): void => {
  const depths = depthsOf(agents)
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const failed = [
    ...calls
      .filter((call) => call.failed)
      .map(({ at, agent, tool, error }) => ({ at, agent, summary: error ? `${tool}: ${error}` : tool })),
    ...errors,
  ]
  const texts = new Map<string, Instant[]>()
  for (const { at, agent, summary } of failed) {
    count(at, 1, 'error-depth', String(agent === null ? 0 : (depths.get(agent) ?? 1)))
    if (agent !== null) count(at, 1, 'error-type', byId.get(agent)?.type ?? UNTYPED)
    const text = summary.slice(0, 120)
    const times = texts.get(text)
    if (times === undefined) texts.set(text, [at])
    else times.push(at)
  }
  for (const [text, times] of [...texts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, ERROR_TEXTS)) {
    for (const at of times) count(at, 1, 'error-text', text)
  }
  if (failed.length > 0 || agents.some(({ status }) => status === 'error')) once(1, 'errored')
}

/**
 * Adds when each agent started and finished as millionths of its session's time span. Whole numbers can be subtracted again
 * without rounding errors.
 */
const countLanes = (session: InsightSession, agents: readonly InsightAgent[], { at: count }: Counter): void => {
  const { startedAt, endedAt } = session
  if (endedAt === null || endedAt <= startedAt) return
  const place = (at: Instant): number =>
    Math.round((Math.min(1, Math.max(0, (at - startedAt) / (endedAt - startedAt))) || 0) * PER_MILLION)
  for (const agent of agents) {
    if (agent.type === COMPACTION) continue
    const lane = agent.isMain ? 'Main Agent' : (agent.type ?? UNTYPED)
    count(agent.startedAt, 1, 'lane', lane)
    count(agent.startedAt, place(agent.startedAt), 'lane-start', lane)
    count(agent.startedAt, place(agent.endedAt ?? endedAt), 'lane-end', lane)
  }
}
