import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import type * as Scope from 'effect/Scope'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { alertFired } from '../../domain/alerts/decide.js'
import { isAlertRuleEvent } from '../../events/alert.js'
import type { Committed, Committer, StorageFailure, Tx } from '../../events/commit.js'
import { alertKey } from '../../events/dedup.js'
import type { Recorded } from '../../events/envelope.js'
import { type FiredAlert, isAlert } from '../../events/kinds.js'
import { sessionStream } from '../../events/streams.js'
import { lastFiredAt, watchingRules, type WatchingRule } from '../../projections/queries/alerts.js'
import { streamOfSession } from '../../projections/queries/sessions.js'
import { isInProjects } from '../../projections/queries/watched-sessions.js'
import { commit } from '../kernel/commit.js'
import { nextTurn } from '../kernel/next-turn.js'
import { reporting } from '../kernel/reporting.js'
import type { Key, Serial } from '../kernel/serial.js'
import type { LogTail, ReadingMark } from '../ports/log-tail.js'
import type { Fork } from '../ports/machine.js'
import { acknowledgeReplaced } from './replaced-alerts.js'
import { alertFindings, type Finding, type FindingParts, isOfInterest } from './alert-findings.js'

interface AlertWatchParts extends FindingParts {
  readonly committer: Pick<Committer, 'committed' | 'submit'>
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

  readonly #findings: ReturnType<typeof alertFindings>

  constructor(private readonly parts: AlertWatchParts) {
    this.#findings = alertFindings(parts, (finding) => this.#isResting(finding))
  }

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

  /** Checks conditions that time alone can meet, of open sessions. */
  get sweep(): Effect.Effect<void> {
    return this.parts.serial.hold(
      CHECKS,
      Effect.gen(this, function* () {
        if (!this.#live) return
        yield* this.#say(this.#watching().flatMap((rule) => this.#safely(rule, () => this.#findings.inTime(rule))))
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
        findings.push(...this.#safely(rule, () => this.#findings.inEvents(rule, own)))
      }
      return this.#say(findings)
    })
  }

  /** Whether a rule is in its cooldown for this agent or session. */
  #isResting({ rule, stream, agent }: Pick<Finding, 'rule' | 'stream' | 'agent'>): boolean {
    const last = lastFiredAt(this.parts.db, systemVisibility, rule.id, stream, agent)
    return last !== null && this.parts.clock.now() - last < rule.cooldownSeconds * 1000
  }

  /** Whether the owner of a rule may see what it found. */
  #isSeen({ rule: { owner, isAll }, session }: Pick<Finding, 'rule' | 'session'>): boolean {
    const { db, reachOf } = this.parts
    return streamOfSession(db, reachOf(owner, isAll), session) !== undefined
  }

  #isInProject({ rule, stream }: Pick<Finding, 'rule' | 'stream'>): boolean {
    const { projects } = rule.condition.config
    return projects === undefined || isInProjects(this.parts.db, systemVisibility, stream, projects)
  }

  #say(findings: readonly Finding[]): Effect.Effect<void> {
    const fresh = findings.filter(
      (finding) => this.#isSeen(finding) && this.#isInProject(finding) && !this.#isResting(finding),
    )
    const fire = (finding: Finding) => reporting((error) => this.#complain(finding.rule, error))(this.#fire(finding))
    return Effect.forEach(fresh, fire, { concurrency: 'unbounded', discard: true })
  }

  /** Checks again inside the transaction: the rule or the session may be deleted, or the same alert given meanwhile. */
  #fire(finding: Finding): Effect.Effect<void, StorageFailure> {
    const { committer, db, clock, reachOf } = this.parts
    const { rule, stream, session, agent, message, details, cause, dedup } = finding
    return commit(committer, (tx) => {
      tx.project()
      if (streamOfSession(db, reachOf(rule.owner, rule.isAll), session) !== stream) return
      if (!this.#isOn(rule) || this.#isResting(finding)) return
      const given = tx.append(sessionStream(session), {
        ...alertFired({ rule: rule.id, ruleName: rule.name, ruleType: rule.condition.type, agent, message, details }),
        occurredAt: clock.now(),
        ...SYSTEM,
        ...(dedup === undefined ? {} : { dedup }),
        ...(cause === undefined ? {} : { cause: cause.id, dedup: alertKey(rule.id, cause.position) }),
      })
      if (given.duplicate || !isAlert(given.event)) return
      this.parts.onFired(tx, given.event)
      acknowledgeReplaced(tx, db, given.event)
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
