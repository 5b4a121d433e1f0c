import * as Effect from 'effect/Effect'
import { isRejection, reject } from '../../domain/rejection.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { iso } from '../../domain/time.js'
import type { CreateWebhook, UpdateWebhook } from '../../domain/webhooks/decide.js'
import { changedSetup, NO_SETUP } from '../../domain/webhooks/target.js'
import { webhookTarget } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { Author } from '../../domain/access/author.js'
import { type CommandRunner, rejectionOf } from '../run.js'
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
  create: async (target: CreateWebhook, author: Author) => {
    const setup = changedSetup(target.type, NO_SETUP, target)
    if (isRejection(setup)) return setup
    const [id, revision] = [newId(), newId()]
    return setups.change(id, async () => {
      setups.keep(id, revision, setup)
      const done = await run(webhook, id, 'create', { id, target, setup, revision }, author)
      return isRejection(done) ? done : id
    })
  },

  /** Changes the given members. A secret that is not given stays unchanged. */
  update: (id: string, change: UpdateWebhook, author: Author) =>
    setups.change(id, async () => {
      const target = webhookTarget(db, systemVisibility, id)
      if (target === undefined) return noTarget()
      const setup = changedSetup(target.type, setups.of(id), change)
      if (isRejection(setup)) return setup
      const revision = newId()
      setups.keep(id, revision, setup)
      return rejectionOf(await run(webhook, id, 'update', { change, setup, revision }, author))
    }),

  /** Deletes a target, its secrets and its waiting deliveries. */
  remove: (id: string, author: Author) =>
    setups.change(id, async () => rejectionOf(await run(webhook, id, 'remove', {}, author))),

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
      const record = (): Promise<unknown> => run(webhook, id, 'recordTest', { ok, status, error }, author)
      yield* Effect.uninterruptible(Effect.promise(record))
      return { ok, status, attempts: 1, error }
    }),
})

export type WebhookCommands = ReturnType<typeof webhookCommands>
