import * as Cause from 'effect/Cause'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import * as Schedule from 'effect/Schedule'
import * as ScheduleDecision from 'effect/ScheduleDecision'
import type * as Scope from 'effect/Scope'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Instant } from '../../domain/time.js'
import { deliveryEnded } from '../../domain/webhooks/decide.js'
import type { SentAlert } from '../../domain/webhooks/payload.js'
import type { Committer, StorageFailure } from '../../events/commit.js'
import { budgetStream, sessionStream } from '../../events/streams.js'
import { type AlertShape, alertById } from '../../projections/queries/alerts.js'
import { firstDue, isDue, targetsInDebt, type WebhookShape, webhookTarget } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import { commit } from '../kernel/commit.js'
import { stamped } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import type { Clock } from '../ports/clock.js'
import type { HttpOut } from '../ports/http-out.js'
import type { Deliver, Delivery } from '../webhooks/deliver.js'

export interface DeliveryParts {
  readonly committer: Pick<Committer, 'committed' | 'submit'>
  readonly clock: Clock
  readonly db: Reader
  readonly deliver: Deliver
  readonly serial: Serial
  readonly onError: (error: unknown) => void
}

/** A failed delivery that will be retried. */
export interface Retry {
  readonly alert: number
  readonly attempts: number
  readonly error: string | null
  readonly at: Instant
}

/** The end of a delivery: what the last attempt gave, and the number of attempts. */
interface Outcome extends Delivery {
  readonly attempts: number
}

/** The waits between the attempts of one delivery: 1.5 s, doubled each time, four times. */
const RETRIES = Schedule.intersect(Schedule.exponential('1500 millis'), Schedule.recurs(4))

/** The waits after a failure of the database. */
const RECOVERY = Schedule.union(Schedule.exponential('1 second'), Schedule.spaced('1 minute'))

/**
 * Sends due alerts to the webhook targets, for each target in order and independently: a slow target delays no other. A due
 * delivery stays in the tables until its outcome is committed, so a stop or a crash loses nothing. A delivery that was running
 * then is sent again.
 */
export class Deliveries {
  readonly #retries = new Map<string, Retry>()

  constructor(private readonly parts: DeliveryParts) {}

  /** Returns the pending retry of a target, if any. Its other deliveries wait for it. */
  retryOf(target: string): Retry | undefined {
    return this.#retries.get(target)
  }

  /** Delivers what is due, and what becomes due, until it is interrupted. */
  get run(): Effect.Effect<never, never, HttpOut> {
    return Effect.scoped(
      Effect.gen(this, function* () {
        const requested = yield* this.#requested
        for (;;) {
          const targets = yield* this.#recovering(Effect.sync(() => targetsInDebt(this.parts.db, systemVisibility)))
          for (const target of targets) yield* Effect.fork(this.#serve(target))
          yield* Queue.take(requested)
        }
      }),
    )
  }

  /** A queue that has an element when deliveries were requested since the last check. */
  get #requested(): Effect.Effect<Queue.Queue<void>, never, Scope.Scope> {
    const { committed } = this.parts.committer
    return Effect.gen(function* () {
      const queue = yield* Queue.sliding<void>(1)
      const listen = Effect.sync(() =>
        committed.subscribe(({ events }) => {
          if (events.some(({ type }) => type === 'webhook-requested')) queue.unsafeOffer(undefined)
        }),
      )
      yield* Effect.acquireRelease(listen, (subscription) => Effect.sync(() => subscription.unsubscribe()))
      return queue
    })
  }

  /** Delivers everything that is due to a target. While this is being done, one more run is enough for all later requests. */
  #serve(target: string): Effect.Effect<unknown, never, HttpOut> {
    const { serial, db } = this.parts
    const next = Effect.suspend(() => {
      const alert = firstDue(db, systemVisibility, target)
      return alert === undefined ? Effect.succeed(false) : this.#bring(target, alert)
    })
    const all = Effect.repeat(next, { while: (isDelivered) => isDelivered })
    return serial.holdOnce({ kind: 'delivery', name: target }, this.#recovering(all))
  }

  /** Reports a failure and tries again, later each time: due deliveries must not wait for the next request. */
  #recovering<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> {
    return Effect.sandbox(work).pipe(
      Effect.tapError((cause) => Effect.sync(() => this.parts.onError(Cause.squash(cause)))),
      Effect.retry(RECOVERY),
      Effect.orDie,
    )
  }

  /** Delivers an alert, with retries, and records the outcome. Returns whether there is one. */
  #bring(target: string, alert: number): Effect.Effect<boolean, never, HttpOut> {
    let attempts = 0
    const attempt = Effect.suspend((): Effect.Effect<Outcome | undefined, Outcome, HttpOut> => {
      this.#retries.delete(target)
      const found = this.#pair(target, alert)
      if (found === undefined) return Effect.succeed(undefined)
      if (!found.target.enabled) return Effect.succeed({ ...OFF, attempts })
      attempts += 1
      return Effect.flatMap(this.parts.deliver(found.target, sent(found.alert)), (delivery) => {
        const outcome = { ...delivery, attempts }
        return outcome.retryable && !outcome.ok ? Effect.fail(outcome) : Effect.succeed(outcome)
      })
    })
    return attempt.pipe(
      Effect.retry(this.#announcing(target, alert)),
      Effect.merge,
      Effect.ensuring(Effect.sync(() => this.#retries.delete(target))),
      Effect.flatMap((outcome) =>
        outcome === undefined
          ? Effect.succeed(false)
          : Effect.as(this.#recovering(this.#settle(target, alert, outcome)), true),
      ),
    )
  }

  /** The retries of a delivery. While one is awaited, `retryOf` returns it. */
  #announcing(target: string, alert: number) {
    return RETRIES.pipe(
      Schedule.intersect(Schedule.identity<Outcome>()),
      Schedule.onDecision(([[wait], { attempts, error }], decision) =>
        Effect.sync(() => {
          if (!ScheduleDecision.isContinue(decision)) return
          const at = this.parts.clock.now() + Duration.toMillis(wait)
          this.#retries.set(target, { alert, attempts, error, at })
        }),
      ),
    )
  }

  /** Returns the target and the alert, unless one of them was deleted. */
  #pair(targetId: string, alertId: number): { target: WebhookShape; alert: AlertShape } | undefined {
    const target = webhookTarget(this.parts.db, systemVisibility, targetId)
    const alert = alertById(this.parts.db, systemVisibility, alertId)
    return target === undefined || alert === undefined ? undefined : { target, alert }
  }

  #settle(targetId: string, alertId: number, outcome: Outcome): Effect.Effect<void, StorageFailure> {
    const { committer, db, clock } = this.parts
    const { attempts } = outcome
    return commit(committer, (tx) => {
      tx.project()
      // The alert was erased or the target removed during the delivery.
      const found = this.#pair(targetId, alertId)
      if (found === undefined || !isDue(db, systemVisibility, targetId, alertId)) return
      const event = deliveryEnded(found.target, alertId, outcome, attempts)
      tx.append(streamOf(found.alert), stamped(event, SYSTEM, clock.now()))
    })
  }
}

/** Returns the stream that an alert is on: that of its session, or that of its budget. */
const streamOf = ({ rule_type, rule_id, session_id }: AlertShape) =>
  rule_type === 'budget' ? budgetStream(rule_id) : sessionStream(session_id)

const OFF: Delivery = { ok: false, status: null, error: 'the webhook was turned off', retryable: false }

const sent = (alert: AlertShape): SentAlert => ({
  id: alert.id,
  rule_id: alert.rule_id,
  rule_name: alert.rule_name,
  rule_type: alert.rule_type,
  session_id: alert.session_id === '' ? null : alert.session_id,
  agent_id: alert.agent_id,
  message: alert.message,
  details: JSON.parse(alert.details),
  triggered_at: alert.triggered_at,
})
