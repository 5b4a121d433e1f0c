import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Subscription } from 'rxjs'
import type { Instant } from '../../domain/time.js'
import { deliveryEnded } from '../../domain/webhooks/decide.js'
import type { SentAlert } from '../../domain/webhooks/payload.js'
import type { Committer } from '../../events/commit.js'
import { sessionStream } from '../../events/streams.js'
import { type AlertShape, alertById } from '../../projections/queries/alerts.js'
import { firstDue, isDue, targetsInDebt, type WebhookShape, webhookTarget } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import type { Deliver, Delivery } from '../webhooks/deliver.js'
import type { Clock } from '../ports/clock.js'
import { stamped } from '../run.js'

export interface DeliveryParts {
  readonly committer: Pick<Committer, 'committed' | 'submit'>
  readonly clock: Clock
  readonly db: Reader
  readonly deliver: Deliver
  readonly later: (milliseconds: number, work: () => void) => () => void
  readonly onError: (error: unknown) => void
}

/** A failed delivery that will be retried. */
export interface Retry {
  readonly alert: number
  readonly attempts: number
  readonly error: string | null
  readonly at: Instant
}

const MAX_ATTEMPTS = 5
/** Milliseconds before the first retry; doubled for each further one. */
const FIRST_WAIT_MS = 1500

/**
 * Sends due alerts to the webhook targets, for each target in order and independently: a slow target delays no other. A due
 * delivery stays in the tables until its outcome is committed, so a stop or a crash loses nothing. A delivery that was running
 * then is sent again.
 */
export class Deliveries {
  readonly #subscription: Subscription
  readonly #lanes = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #waits = new Set<() => void>()
  readonly #retries = new Map<string, Retry>()
  #started = false

  constructor(private readonly parts: DeliveryParts) {
    this.#subscription = parts.committer.committed.subscribe(({ events }) => {
      if (this.#started && events.some(({ type }) => type === 'webhook-requested')) setImmediate(() => this.#pump())
    })
  }

  /** Starts when the tables can be read. */
  start(): void {
    this.#started = true
    this.#pump()
  }

  /** Returns the pending retry of a target, if any. Its other deliveries wait for it. */
  retryOf(target: string): Retry | undefined {
    return this.#retries.get(target)
  }

  async close(): Promise<void> {
    this.#subscription.unsubscribe()
    this.#stop.abort()
    for (const end of this.#waits) end()
    await Promise.all(this.#lanes.values())
  }

  #pump(): void {
    if (this.#stop.signal.aborted) return
    for (const target of this.#inDebt()) {
      if (this.#lanes.has(target)) continue
      const lane = this.#serve(target)
        .catch((error: unknown) => this.parts.onError(error))
        .finally(() => this.#lanes.delete(target))
      this.#lanes.set(target, lane)
    }
  }

  #inDebt(): readonly string[] {
    try {
      return targetsInDebt(this.parts.db, systemVisibility)
    } catch (error) {
      this.parts.onError(error)
      return []
    }
  }

  async #serve(target: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const alert = firstDue(this.parts.db, systemVisibility, target)
      if (alert === undefined) return
      if (!(await this.#bring(target, alert))) return
    }
  }

  /** Delivers an alert, with retries. Resolves to whether there is an outcome. */
  async #bring(id: string, alertId: number): Promise<boolean> {
    let wait = FIRST_WAIT_MS
    for (let attempts = 1; ; attempts++) {
      const target = webhookTarget(this.parts.db, systemVisibility, id)
      const alert = alertById(this.parts.db, systemVisibility, alertId)
      if (target === undefined || alert === undefined) return false
      if (!target.enabled) return this.#settle(target, alert, OFF, attempts - 1)
      const outcome = await this.parts.deliver(target, sent(alert), this.#stop.signal)
      if (this.#stop.signal.aborted && !outcome.ok) return false
      if (outcome.ok || !outcome.retryable || attempts >= MAX_ATTEMPTS) {
        return this.#settle(target, alert, outcome, attempts)
      }
      this.#retries.set(id, { alert: alertId, attempts, error: outcome.error, at: this.parts.clock.now() + wait })
      await this.#pause(wait)
      this.#retries.delete(id)
      if (this.#stop.signal.aborted) return false
      wait *= 2
    }
  }

  async #settle(target: WebhookShape, alert: AlertShape, outcome: Delivery, attempts: number): Promise<true> {
    const { committer, db, clock } = this.parts
    await committer.submit((tx) => {
      tx.project()
      // The alert was erased or the target removed during the delivery.
      if (!isDue(db, systemVisibility, target.id, alert.id)) return
      const event = deliveryEnded(target, alert.id, outcome, attempts)
      tx.append(sessionStream(alert.session_id), stamped(event, SYSTEM, clock.now()))
    })
    return true
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waits.delete(end)
        cancel()
        resolve()
      }
      const cancel = this.parts.later(milliseconds, end)
      this.#waits.add(end)
    })
  }
}

const OFF: Delivery = { ok: false, status: null, error: 'the webhook was turned off', retryable: false }

const sent = (alert: AlertShape): SentAlert => ({
  id: alert.id,
  rule_id: alert.rule_id,
  rule_name: alert.rule_name,
  rule_type: alert.rule_type,
  session_id: alert.session_id,
  agent_id: alert.agent_id,
  message: alert.message,
  details: JSON.parse(alert.details),
  triggered_at: alert.triggered_at,
})
