import { systemVisibility } from '../../domain/access/system-visibility.js'
import { alertMessage, bearsTokens, matches, type SeenEvent } from '../../domain/alerts/match.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { AlertCondition } from '../../domain/alerts/rule.js'
import { windowName } from '../../domain/limit-window.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { actorOf, textOf } from '../../domain/session/payload.js'
import { summaryOf } from '../../domain/session/summary.js'
import type { StatusReading } from '../../domain/statusline/reading.js'
import { iso, MINUTE } from '../../domain/time.js'
import { listedCall } from '../../domain/tool.js'
import { toolOf } from '../../domain/tools/catalog.js'
import { waitAlertKey } from '../../events/dedup.js'
import type { Recorded } from '../../events/envelope.js'
import { sessionOfStream } from '../../events/streams.js'
import type { PriceBook } from '../../projections/pricing/price-book.js'
import { countMatching, hasFiredFor, tokensOfSession, type WatchingRule } from '../../projections/queries/alerts.js'
import { usageOfSessions } from '../../projections/queries/costs.js'
import { planLimits } from '../../projections/queries/limits.js'
import { streamOfSession } from '../../projections/queries/sessions.js'
import { openSession, quietSessions, stuckAgents, waitingSessions } from '../../projections/queries/watched-sessions.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import type { Clock } from '../ports/clock.js'

/** An alert that a rule would give, if it is not in its cooldown. */
export interface Finding {
  readonly rule: WatchingRule
  readonly stream: number
  readonly session: string
  readonly agent: string | null
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly cause?: Recorded
  /** Identifies what was found, so that it is reported once however often it is found. */
  readonly dedup?: Uint8Array
}

export interface FindingParts {
  readonly db: Reader
  readonly clock: Clock
  readonly book: () => PriceBook
  /** The last status line of each session. */
  readonly readings: () => readonly StatusReading[]
  readonly reachOf: OwnerReach
}

/** Whether a rule is in its cooldown for an agent or a session. Asked before what takes longer. */
type IsResting = (finding: Pick<Finding, 'rule' | 'stream' | 'agent'>) => boolean

type Condition<T extends AlertCondition['type']> = Extract<AlertCondition, { readonly type: T }>['config']

/** Finds what alert rules watch for. Only hooks, sessions whose usage grew, and open sessions are read, never the history. */
export const alertFindings = ({ db, clock, book, readings, reachOf }: FindingParts, isResting: IsResting) => {
  const seenBy = ({ owner, isAll }: WatchingRule): Visibility => reachOf(owner, isAll)

  const inEvent = (rule: WatchingRule, config: Condition<'event_pattern'>, event: Recorded): readonly Finding[] => {
    if (event.type !== 'hook-received') return []
    const seen = seenEvent(event)
    const place = placeOf(event)
    if (place === null || !matches(config, seen)) return []
    const { kind, payload } = event.data
    const finding = { ...place, rule, agent: actorOf(payload) ?? `${place.session}-main`, cause: event }
    if (config.count === 1) {
      const details = { matched: config, summary: seen.summary }
      return [{ ...finding, message: alertMessage.event(rule.name, seen), details }]
    }
    if (isResting(finding)) return []
    const n = countMatching(db, systemVisibility, event.stream, config, event.occurredAt)
    if (n < config.count) return []
    const details = { matched: config, observed_count: n, last_event_type: kind }
    return [{ ...finding, message: alertMessage.events(rule.name, n, config), details }]
  }

  const tokensAt = (rule: WatchingRule, threshold: number, event: Recorded): readonly Finding[] => {
    const place = placeOf(event)
    if (place === null || isResting({ ...place, rule, agent: null })) return []
    const total = tokensOfSession(db, systemVisibility, event.stream)
    if (total < threshold) return []
    const details = { total_tokens: total, threshold }
    const message = alertMessage.tokens(rule.name, total, threshold)
    return [{ ...place, rule, agent: null, cause: event, message, details }]
  }

  const costAt = (rule: WatchingRule, threshold: number, event: Recorded): readonly Finding[] => {
    const place = placeOf(event)
    if (place === null || isResting({ ...place, rule, agent: null })) return []
    const used = usageOfSessions(db, systemVisibility, book(), [event.stream]).get(event.stream)
    const usd = used === undefined ? 0 : toUsd(used.cost)
    if (usd < threshold) return []
    const message = alertMessage.cost(rule.name, usd, threshold)
    return [{ ...place, rule, agent: null, cause: event, message, details: { usd, threshold } }]
  }

  const waits = (rule: WatchingRule, minutes: number): readonly Finding[] =>
    waitingSessions(db, seenBy(rule), clock.now() - minutes * MINUTE).map(({ stream, id, name, since }) => ({
      rule,
      stream,
      session: id,
      agent: null,
      message: alertMessage.waiting(rule.name, name, minutes),
      details: { minutes, waiting_since: new Date(since).toISOString() },
      dedup: waitAlertKey(rule.id, rule.since, since),
    }))

  const fullContexts = (rule: WatchingRule, percent: number): readonly Finding[] =>
    readings().flatMap(({ session: id, context: { usedPercent } }) => {
      if (usedPercent === null || usedPercent < percent) return []
      const session = openSession(db, seenBy(rule), id)
      if (session === undefined) return []
      const message = alertMessage.context(rule.name, session.name, usedPercent)
      const details = { percent: usedPercent, threshold: percent }
      return [{ rule, stream: session.stream, session: id, agent: null, message, details }]
    })

  const fullLimits = (rule: WatchingRule, percent: number): readonly Finding[] => {
    const now = clock.now()
    return planLimits(db, seenBy(rule), readings(), now).flatMap(({ session: id, provider, name, limit, windows }) => {
      const stream = streamOfSession(db, seenBy(rule), id)
      if (stream === undefined) return []
      return windows.flatMap(({ minutes, usedPercent, resetsAt }) => {
        const began = (resetsAt ?? now) - minutes * MINUTE
        const which = { provider, limit, window_minutes: minutes }
        if (usedPercent < percent || hasFiredFor(db, systemVisibility, rule.id, which, began)) return []
        const plan = [toolOf(provider).name, ...(name === null ? [] : [`(${name})`])].join(' ')
        const message = alertMessage.limit(rule.name, plan, windowName(minutes), usedPercent)
        const details = { ...which, percent: usedPercent, threshold: percent, resets_at: iso(resetsAt) }
        return [{ rule, stream, session: id, agent: null, message, details }]
      })
    })
  }

  const silences = (rule: WatchingRule, minutes: number): readonly Finding[] =>
    quietSessions(db, seenBy(rule), clock.now() - minutes * MINUTE).map((session) => ({
      rule,
      stream: session.stream,
      session: session.id,
      agent: null,
      message: alertMessage.inactivity(rule.name, session.name, minutes),
      details: { minutes },
    }))

  const stuck = (rule: WatchingRule, { status, minutes }: Condition<'status_duration'>): readonly Finding[] =>
    stuckAgents(db, seenBy(rule), status, clock.now() - minutes * MINUTE).map((agent) => ({
      rule,
      stream: agent.stream,
      session: agent.session,
      agent: agent.id,
      message: alertMessage.status(rule.name, agent.name, status, minutes),
      details: { status, minutes },
    }))

  return {
    /** Returns what a rule finds in events that were just committed. */
    inEvents: (rule: WatchingRule, events: readonly Recorded[]): readonly Finding[] => {
      const { condition } = rule
      if (condition.type === 'event_pattern') return events.flatMap((event) => inEvent(rule, condition.config, event))
      const newest = () => [...new Map(events.filter(mayCost).map((event) => [event.stream, event])).values()]
      if (condition.type === 'token_threshold') {
        return newest().flatMap((event) => tokensAt(rule, condition.config.total_tokens, event))
      }
      if (condition.type === 'cost') return newest().flatMap((event) => costAt(rule, condition.config.usd, event))
      return []
    },

    /** Returns what a rule finds by looking at open sessions, as time passes. */
    inTime: (rule: WatchingRule): readonly Finding[] => {
      const { condition } = rule
      switch (condition.type) {
        case 'inactivity':
          return silences(rule, condition.config.minutes)
        case 'status_duration':
          return stuck(rule, condition.config)
        case 'waiting':
          return waits(rule, condition.config.minutes)
        case 'context':
          return fullContexts(rule, condition.config.percent)
        case 'limit':
          return fullLimits(rule, condition.config.percent)
        default:
          return []
      }
    },
  }
}

const isUsage = ({ type }: Recorded): boolean => type === 'reply-recorded' || type === 'usage-recorded'
/** Whether an event can be something that a rule finds. */
export const isOfInterest = (event: Recorded): boolean => event.type === 'hook-received' || isUsage(event)
/** Whether an event may add usage. It comes with the transcript, right after the hook that announces it. */
const mayCost = (event: Recorded): boolean =>
  event.type === 'hook-received' ? bearsTokens(event.data.kind) : isUsage(event)

const seenEvent = ({ data: { kind, payload } }: Recorded & { type: 'hook-received' }): SeenEvent => ({
  type: kind,
  tool: listedCall(textOf(payload, 'tool_name'), payload.tool_input).tool,
  summary: summaryOf(kind, payload),
})

const placeOf = ({ stream, streamName }: Recorded): { readonly stream: number; readonly session: string } | null => {
  const session = sessionOfStream(streamName)
  return session === undefined ? null : { stream, session }
}
