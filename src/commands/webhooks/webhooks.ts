import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import type { CreateWebhook, UpdateWebhook } from '../../domain/webhooks/decide.js'
import { changedSetup, NO_SETUP } from '../../domain/webhooks/target.js'
import { webhookTarget } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import { webhook } from './decider.js'
import type { Deliver } from './deliver.js'
import type { WebhookSetups } from './setup.js'

interface WebhookParts {
  readonly run: CommandRunner['run']
  readonly clock: Clock
  readonly db: Reader
  readonly setups: WebhookSetups
  readonly deliver: Deliver
  readonly newId: () => string
}

const noTarget = () => reject('NOT_FOUND', 'webhook not found')

/** Returns the commands for webhook targets. Secrets go to the vault before the commit, decisions to the log. */
export const webhookCommands = ({ run, clock, db, setups, deliver, newId }: WebhookParts) => ({
  /** Creates a target and returns its id. */
  create: (target: CreateWebhook, author: Author) =>
    Effect.gen(function* () {
      const setup = changedSetup(target.type, NO_SETUP, target)
      if (isRejection(setup)) return yield* Effect.fail(setup)
      const [id, revision] = [newId(), newId()]
      const created = Effect.suspend(() => {
        setups.keep(id, revision, setup)
        return run(webhook, id, 'create', { id, target, setup, revision }, author)
      })
      return yield* Effect.as(setups.change(id, created), id)
    }),

  /** Changes the given members. A secret that is not given stays unchanged. */
  update: (id: string, change: UpdateWebhook, author: Author) =>
    setups.change(
      id,
      Effect.gen(function* () {
        const target = webhookTarget(db, systemVisibility, id)
        if (target === undefined) return yield* Effect.fail(noTarget())
        const setup = changedSetup(target.type, setups.of(id), change)
        if (isRejection(setup)) return yield* Effect.fail(setup)
        const revision = newId()
        setups.keep(id, revision, setup)
        return yield* run(webhook, id, 'update', { change, setup, revision }, author)
      }),
    ),

  /** Deletes a target, its secrets and its waiting deliveries. */
  remove: (id: string, author: Author) => setups.change(id, run(webhook, id, 'remove', {}, author)),

  /** Sends a test message once and returns the result. */
  test: (id: string, author: Author) =>
    Effect.gen(function* () {
      const target = webhookTarget(db, systemVisibility, id)
      if (target === undefined) return yield* Effect.fail(noTarget())
      const probe = {
        id: null,
        rule_id: null,
        rule_name: 'Webhook test',
        rule_type: 'test',
        session_id: null,
        agent_id: null,
        message: `Test message from Switchyard to "${target.name}". Alerts will be sent here.`,
        details: { test: true },
        triggered_at: iso(clock.now()),
      }
      const { ok, status, error } = yield* deliver(target, probe)
      yield* untilStored(run(webhook, id, 'recordTest', { ok, status, error }, author))
      return { ok, status, attempts: 1, error }
    }),
})

export type WebhookCommands = ReturnType<typeof webhookCommands>
