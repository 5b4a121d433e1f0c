import * as Effect from 'effect/Effect'
import { iso } from '../../domain/time.js'
import { messageFor, refusalIn, type SentAlert } from '../../domain/webhooks/payload.js'
import type { WebhookType } from '../../domain/webhooks/receivers.js'
import type { Clock } from '../ports/clock.js'
import { type AddressReach, HttpOut } from '../ports/http-out.js'
import type { WebhookSetups } from './setup.js'

export interface Delivery {
  readonly ok: boolean
  readonly status: number | null
  readonly error: string | null
  /** Whether a retry may succeed. */
  readonly retryable: boolean
}

interface DeliverParts {
  /** Returns which addresses the owner of a target may send to. */
  readonly reachOf: (target: string) => AddressReach
  readonly setups: WebhookSetups
  readonly clock: Clock
}

const UNKNOWN: Delivery = {
  ok: false,
  status: null,
  error: 'the webhook URL is missing: enter it again',
  retryable: false,
}

/** Returns a function that sends an alert to a target, without retries. */
export const deliverOnce =
  ({ setups, clock, reachOf }: DeliverParts) =>
  (
    target: { readonly id: string; readonly type: WebhookType },
    alert: SentAlert,
  ): Effect.Effect<Delivery, never, HttpOut> =>
    Effect.gen(function* () {
      const setup = { ...setups.of(target.id), type: target.type }
      const message = messageFor(setup, alert, iso(clock.now()))
      if (message === null) return UNKNOWN
      // Lets the receiver deduplicate retries.
      const headers = { ...message.headers, 'x-webhook-delivery': `${target.id}-${alert.id ?? 'test'}` }
      const http = yield* HttpOut
      const answered = yield* http.post({ ...message, headers, reach: reachOf(target.id), secret: setup.secret })
      if ('error' in answered) return { ok: false, status: null, ...answered }
      const { status, body } = answered
      const refusal = status >= 200 && status < 300 ? refusalIn(target.type, body) : whyNot(status)
      return { ok: refusal === null, status, error: refusal, retryable: status === 429 || status >= 500 }
    })

export type Deliver = ReturnType<typeof deliverOnce>

const whyNot = (status: number): string =>
  status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
