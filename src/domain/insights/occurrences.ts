import type { PricedUsage } from '../pricing/cost.js'
import { DAY, type Instant, QUARTER, quarterOf } from '../time.js'
import { commandName, isShell } from './command-name.js'
import { countRows, COMPACTION, type Counter, depthsOf, type InsightRows, UNTYPED } from './digest.js'
import { bucketOf } from './durations.js'
import { kindOfCall, kindOfRequest } from './error-kinds.js'
import { stateSpans, type TimedEvent, waitsOf } from './state-time.js'
import { nameOf } from './tally.js'

/** Everything of a session that has a time. */
export interface TimedRows extends InsightRows {
  /** The listed events, by time. */
  readonly events: readonly TimedEvent[]
  /** The replies whose tokens count in this session, by time. */
  readonly replies: readonly TimedReply[]
}

interface TimedReply {
  readonly at: Instant
  /** Null for the main agent. */
  readonly agent: string | null
  readonly terms: Pick<PricedUsage, 'model' | 'speed' | 'geo' | 'tier' | 'context'>
  /** The counts in the order of the columns of the usage tables. */
  readonly counts: readonly number[]
}

/** A time range: `from` is inclusive, `to` exclusive. */
export interface Between {
  readonly from: Instant
  readonly to: Instant
}

export const ALWAYS: Between = { from: -Infinity, to: Infinity }

/** What happened in a quarter hour: each name with its count. */
export type QuarterCounts = ReadonlyMap<number, ReadonlyMap<string, number>>

// Derived from other counters when a period is summed.
const DERIVED = new Set(['tool', 'finished'])

/**
 * Counts what happened in a session within a time range, by quarter hour. All counters are additive over time: those of two
 * adjacent ranges add up to those of both. A call happens when it starts, an agent when it starts, a compaction, reply and error
 * at its time; time in a state belongs to the range in which it passes. A session is active when it starts, and with every event,
 * call, agent and reply; its end does not count.
 */
export const occurrencesOf = (rows: TimedRows, between: Between = ALWAYS): QuarterCounts => {
  const quarters = new Map<number, Map<string, number>>()
  const bump = (quarter: number, n: number, name: string): void => {
    let counts = quarters.get(quarter)
    if (counts === undefined) quarters.set(quarter, (counts = new Map<string, number>()))
    counts.set(name, (counts.get(name) ?? 0) + n)
  }
  const at: Counter['at'] = (time, n, kind, ...parts) => {
    if (n === 0 || time < between.from || time >= between.to || DERIVED.has(kind)) return
    bump(quarterOf(time), n, nameOf(kind, ...parts))
  }
  countRows(rows, { at, once: () => undefined })
  countEvents(rows, at)
  countAgents(rows, at)
  countReplies(rows, at)
  const spans = stateSpans(activityOf(rows))
  for (const { from, to, state } of spans) {
    const end = Math.floor(Math.min(to, between.to))
    for (let start = Math.floor(Math.max(from, between.from)); start < end; ) {
      const quarter = quarterOf(start)
      const next = Math.min(end, (quarter + 1) * QUARTER)
      bump(quarter, next - start, nameOf('time', state))
      start = next
    }
  }
  for (const wait of waitsOf(spans)) at(wait.at, 1, 'wait', String(bucketOf(wait.ms)))
  return quarters
}

/** Returns the events with the replies between them: an imported session lists no event for a reply without a call. */
const activityOf = ({ events, replies }: TimedRows): readonly TimedEvent[] =>
  [...events, ...replies.map(({ at }) => ({ at, type: 'Reply' }))].toSorted((a, b) => a.at - b.at)

// The end of a session is no activity: it may be inferred hours later.
const CLOSES = new Set(['SessionEnd', 'SessionAbandoned'])

const countEvents = ({ session, events, calls, errors }: TimedRows, at: Counter['at']): void => {
  const reportsPrompts = events.some(({ type }) => type === 'UserPromptSubmit')
  at(session.startedAt, 1, 'active')
  for (const { at: time, type } of events) {
    at(time, 1, 'event', type)
    if (!CLOSES.has(type)) at(time, 1, 'active')
    if (reportsPrompts ? type === 'UserPromptSubmit' : type === 'TurnDuration') at(time, 1, 'prompt')
  }
  for (const { at: time, tool, target, ended, failed, error, lasted } of calls) {
    const outcome = ended ? (failed ? 'failed' : 'ok') : 'open'
    at(time, 1, 'active')
    at(time, 1, 'call', tool, outcome, lasted === null ? '' : String(bucketOf(lasted)))
    const command = isShell(tool) ? commandName(target ?? '') : ''
    if (ended && command !== '') at(time, 1, 'command', command, outcome)
    if (!failed) continue
    at(time, 1, 'error', kindOfCall(tool, error))
    at(time, 1, 'erred')
    at(time, 1, 'failed')
  }
  for (const { at: time, summary } of errors) {
    at(time, 1, 'error', kindOfRequest(summary))
    at(time, 1, 'erred')
    at(time, 1, 'failed')
  }
}

const countAgents = ({ agents }: TimedRows, at: Counter['at']): void => {
  const depths = depthsOf(agents)
  for (const { id, isMain, type, status, startedAt, endedAt } of agents) {
    if (isMain) continue
    at(startedAt, 1, 'active')
    at(startedAt, 1, 'agent-status', status)
    for (let depth = depths.get(id) ?? 0; depth > 0; depth--) at(startedAt, 1, 'deep', String(depth))
    if (type === COMPACTION) continue
    if (status === 'error') at(startedAt, 1, 'failed')
    at(startedAt, 1, 'run', type ?? UNTYPED, endedAt === null ? '' : String(bucketOf(endedAt - startedAt)))
  }
}

const countReplies = ({ agents, replies }: TimedRows, at: Counter['at']): void => {
  const typeOf = new Map(agents.filter(({ isMain }) => !isMain).map(({ id, type }) => [id, type ?? UNTYPED]))
  for (const { at: time, agent, terms, counts } of replies) {
    at(time, 1, 'active')
    at(time, 1, 'reply')
    if (agent === null) continue
    const { model, speed, geo, tier, context } = terms
    // Its price depends on the date.
    const day = String(Math.floor(time / DAY))
    for (const [i, n] of counts.entries()) {
      at(time, n, 'spent', typeOf.get(agent) ?? UNTYPED, day, String(i), speed, geo, tier, String(context), model)
    }
  }
}
