import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import type * as Scope from 'effect/Scope'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { alertFired } from '../../domain/alerts/decide.js'
import { alertMessage, bearsTokens, matches, type SeenEvent } from '../../domain/alerts/match.js'
import { actorOf, textOf } from '../../domain/session/payload.js'
import { summaryOf } from '../../domain/session/summary.js'
import { MINUTE } from '../../domain/time.js'
import { listedCall } from '../../domain/tool.js'
import { isAlertRuleEvent } from '../../events/alert.js'
import type { Committed, Committer, StorageFailure, Tx } from '../../events/commit.js'
import { alertKey } from '../../events/dedup.js'
import type { Recorded } from '../../events/envelope.js'
import { type FiredAlert, isAlert } from '../../events/kinds.js'
import { sessionOfStream, sessionStream } from '../../events/streams.js'
import {
  countMatching,
  lastFiredAt,
  quietSessions,
  stuckAgents,
  tokensOfSession,
  watchingRules,
  type WatchingRule,
} from '../../projections/queries/alerts.js'
import { streamOfSession } from '../../projections/queries/sessions.js'
import type { Reader } from '../../projections/sql.js'
import { commit } from './commit.js'
import type { Clock } from '../ports/clock.js'
import type { LogTail, ReadingMark } from '../ports/log-tail.js'
import type { Fork } from '../ports/machine.js'
import { reporting } from '../reporting.js'
import type { Key, Serial } from '../serial.js'

interface AlertWatchParts {
  readonly committer: Pick<Committer, 'committed' | 'submit'>
  readonly clock: Clock
  readonly db: Reader
  readonly log: LogTail
  readonly mark: ReadingMark
  readonly serial: Serial
  readonly fork: Fork
  /** Called inside the transaction that records an alert, to request its deliveries. */
  readonly onFired: (tx: Tx, alert: FiredAlert) => void
  /** Whether history is being imported: its old sessions look silent until their ends are inferred. */
  readonly importing: () => boolean
  /** Called with the name of a rule that failed; null when it was none. */
  readonly onError: (error: unknown, rule: string | null) => void
}

/** An alert that a rule would give, if it is not in its cooldown. */
interface Finding {
  readonly rule: WatchingRule
  readonly stream: number
  readonly session: string
  readonly agent: string | null
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly cause?: Recorded
}

const PAGE = 500
const SWEEPS = Schedule.spaced('1 minute')
/** Checks run one at a time. */
const CHECKS: Key = { kind: 'alerts', name: 'all rules' }

/**
 * Checks committed events against the alert rules. It runs after the response of a commit, and only on hooks and on sessions
 * whose token counts grew: history is never scanned. Its position is stored, so events committed right before a crash are
 * checked after it. A rule fires once per event.
 */
export class AlertWatch {
  #rules: readonly WatchingRule[] | null = null
  /** Whether commits are checked as they arrive. Before that, the log is read up to them. */
  #live = false
  #waiting: Recorded[] = []
  /** Whether a check of the waiting events has started, or is about to. */
  #checking = false
  #seen = 0
  #looked = 0
  #marked: number | null = null

  constructor(private readonly parts: AlertWatchParts) {}

  /** Checks until it is interrupted: first the events since the stored position, then live. Starts when the tables can be read. */
  get run(): Effect.Effect<unknown> {
    const sweep = Effect.suspend(() => (this.parts.importing() ? Effect.void : this.sweep))
    const sweeps = Effect.schedule(reporting(this.#failed)(sweep), SWEEPS)
    return Effect.scoped(reporting(this.#failed)(Effect.zipRight(this.start, sweeps)))
  }

  /** Reads the log up to now and then follows the commits, until the scope closes. */
  get start(): Effect.Effect<void, StorageFailure, Scope.Scope> {
    const { committer, log, mark } = this.parts
    const follow = Effect.sync(() => committer.committed.subscribe((committed) => this.#take(committed)))
    return Effect.gen(this, function* () {
      yield* Effect.acquireRelease(follow, (subscription) => {
        subscription.unsubscribe()
        return Effect.zipRight(
          this.idle,
          Effect.sync(() => this.#live && this.#saveMark()),
        )
      })
      this.#marked = mark.load()
      const rules = this.#watching()
      const since = Math.min(...rules.map((rule) => rule.since))
      this.#looked = rules.length === 0 ? log.head() : Math.max(this.#marked ?? 0, since)
      for (;;) {
        const { events, last } = log.after(this.#looked, PAGE)
        if (last === this.#looked) break
        yield* this.#lookAt(events.filter(({ type }) => type === 'hook-received'))
        this.#looked = last
      }
      this.#seen = this.#looked
      this.#live = true
    })
  }

  /** Checks conditions that depend on time alone: silence. */
  get sweep(): Effect.Effect<void> {
    return this.parts.serial.hold(
      CHECKS,
      Effect.gen(this, function* () {
        if (!this.#live) return
        yield* this.#say(this.#watching().flatMap((rule) => this.#safely(rule, () => this.#silences(rule))))
        this.#saveMark()
      }),
    )
  }

  /** Waits until everything committed so far has been checked. */
  get idle(): Effect.Effect<void> {
    return this.parts.serial.hold(CHECKS, Effect.void)
  }

  #take({ events, quiet }: Committed): void {
    if (events.some(isAlertRuleEvent)) this.#rules = null
    if (!this.#live) return
    this.#seen = events.at(-1)?.position ?? this.#seen
    // Imported history triggers no alerts.
    if (!quiet && this.#watching().length > 0) this.#waiting.push(...events.filter(isOfInterest))
    if (this.#waiting.length > 0) this.#checkSoon()
    else if (!this.#checking) this.#looked = this.#seen
  }

  #checkSoon(): void {
    if (this.#checking) return
    this.#checking = true
    const { serial, fork } = this.parts
    const work = Effect.zipRight(nextTurn, this.#checkWaiting)
    fork(
      serial.hold(
        CHECKS,
        Effect.ensuring(
          reporting(this.#failed)(work),
          Effect.sync(() => (this.#checking = false)),
        ),
      ),
    )
  }

  get #checkWaiting(): Effect.Effect<void> {
    return Effect.gen(this, function* () {
      while (this.#waiting.length > 0) {
        const seen = this.#seen
        yield* this.#lookAt(this.#waiting.splice(0))
        this.#looked = seen
      }
      this.#looked = this.#seen
      this.#checking = false
    })
  }

  readonly #failed = (error: unknown): void => this.parts.onError(error, null)

  #watching(): readonly WatchingRule[] {
    this.#rules ??= watchingRules(this.parts.db, systemVisibility)
    return this.#rules
  }

  #lookAt(events: readonly Recorded[]): Effect.Effect<void> {
    return Effect.suspend(() => {
      const findings: Finding[] = []
      for (const rule of this.#watching()) {
        const own = events.filter(({ position }) => position > rule.since)
        findings.push(...this.#safely(rule, () => this.#found(rule, own)))
      }
      return this.#say(findings)
    })
  }

  #found(rule: WatchingRule, events: readonly Recorded[]): readonly Finding[] {
    const { type } = rule.condition
    if (type === 'event_pattern') return events.flatMap((event) => this.#patternIn(rule, event) ?? [])
    if (type !== 'token_threshold') return []
    const newest = new Map(events.filter(mayCost).map((event) => [event.stream, event]))
    return [...newest.values()].flatMap((event) => this.#tokensAt(rule, event) ?? [])
  }

  #patternIn(rule: WatchingRule, event: Recorded): Finding | null {
    const { condition } = rule
    if (condition.type !== 'event_pattern' || event.type !== 'hook-received') return null
    const { config } = condition
    const seen = seenEvent(event)
    if (!matches(config, seen)) return null
    const place = placeOf(event)
    if (place === null) return null
    const { kind, payload } = event.data
    const finding = { ...place, rule, agent: actorOf(payload) ?? `${place.session}-main`, cause: event }
    if (this.#isResting(finding)) return null
    if (config.count === 1) {
      const details = { matched: config, summary: seen.summary }
      return { ...finding, message: alertMessage.event(rule.name, seen), details }
    }
    const n = countMatching(this.parts.db, systemVisibility, event.stream, config, event.occurredAt)
    if (n < config.count) return null
    const details = { matched: config, observed_count: n, last_event_type: kind }
    return { ...finding, message: alertMessage.events(rule.name, n, config), details }
  }

  #tokensAt(rule: WatchingRule, event: Recorded): Finding | null {
    const { condition } = rule
    const place = placeOf(event)
    if (condition.type !== 'token_threshold' || place === null) return null
    const finding = { ...place, rule, agent: null, cause: event }
    if (this.#isResting(finding)) return null
    const threshold = condition.config.total_tokens
    const total = tokensOfSession(this.parts.db, systemVisibility, event.stream)
    if (total < threshold) return null
    const details = { total_tokens: total, threshold }
    return { ...finding, message: alertMessage.tokens(rule.name, total, threshold), details }
  }

  #silences(rule: WatchingRule): readonly Finding[] {
    const { db, clock } = this.parts
    const { condition, name } = rule
    if (condition.type === 'inactivity') {
      const { minutes } = condition.config
      return quietSessions(db, systemVisibility, clock.now() - minutes * MINUTE).map((session) => ({
        rule,
        stream: session.stream,
        session: session.id,
        agent: null,
        message: alertMessage.inactivity(name, session.name, minutes),
        details: { minutes },
      }))
    }
    if (condition.type !== 'status_duration') return []
    const { status, minutes } = condition.config
    return stuckAgents(db, systemVisibility, status, clock.now() - minutes * MINUTE).map((agent) => ({
      rule,
      stream: agent.stream,
      session: agent.session,
      agent: agent.id,
      message: alertMessage.status(name, agent.name, status, minutes),
      details: { status, minutes },
    }))
  }

  /** Whether a rule is in its cooldown for this agent or session. */
  #isResting({ rule, stream, agent }: Pick<Finding, 'rule' | 'stream' | 'agent'>): boolean {
    const last = lastFiredAt(this.parts.db, systemVisibility, rule.id, stream, agent)
    return last !== null && this.parts.clock.now() - last < rule.cooldownSeconds * 1000
  }

  #say(findings: readonly Finding[]): Effect.Effect<void> {
    const fresh = findings.filter((finding) => !this.#isResting(finding))
    const fire = (finding: Finding) => reporting((error) => this.#complain(finding.rule, error))(this.#fire(finding))
    return Effect.forEach(fresh, fire, { concurrency: 'unbounded', discard: true })
  }

  /** Checks again inside the transaction: the rule or the session may be deleted, or the same alert given meanwhile. */
  #fire(finding: Finding): Effect.Effect<void, StorageFailure> {
    const { committer, db, clock } = this.parts
    const { rule, stream, session, agent, message, details, cause } = finding
    return commit(committer, (tx) => {
      tx.project()
      if (streamOfSession(db, systemVisibility, session) !== stream) return
      if (!this.#isOn(rule) || this.#isResting(finding)) return
      const given = tx.append(sessionStream(session), {
        ...alertFired({ rule: rule.id, ruleName: rule.name, ruleType: rule.condition.type, agent, message, details }),
        occurredAt: clock.now(),
        ...SYSTEM,
        ...(cause === undefined ? {} : { cause: cause.id, dedup: alertKey(rule.id, cause.position) }),
      })
      if (!given.duplicate && isAlert(given.event)) this.parts.onFired(tx, given.event)
    })
  }

  #isOn(rule: WatchingRule): boolean {
    return (
      this.parts.db.get(
        'select 1 from p_alert_rule where id = ? and enabled = 1 and since = ?',
        rule.id,
        rule.since,
      ) !== undefined
    )
  }

  #saveMark(): void {
    if (this.#looked === this.#marked || this.#watching().length === 0) return
    this.parts.mark.save(this.#looked)
    this.#marked = this.#looked
  }

  #safely(rule: WatchingRule, look: () => readonly Finding[]): readonly Finding[] {
    try {
      return look()
    } catch (error) {
      this.#complain(rule, error)
      return []
    }
  }

  #complain(rule: WatchingRule, error: unknown): void {
    this.parts.onError(error, rule.name)
  }
}

/** Lets the responses of a commit go out first. */
const nextTurn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

const isUsage = ({ type }: Recorded): boolean => type === 'reply-recorded' || type === 'usage-recorded'
const isOfInterest = (event: Recorded): boolean => event.type === 'hook-received' || isUsage(event)
/** Whether an event may add tokens. They come with the transcript, right after the hook that announces them. */
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
