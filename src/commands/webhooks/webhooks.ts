import { type Author, SYSTEM } from '../../domain/access/author.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import { RECEIVERS, type WebhookType } from '../../domain/webhooks/receivers.js'
import { changedSetup, NO_SETUP, type Setup, type SetupChange, urlPreview } from '../../domain/webhooks/target.js'
import type { Committer, Tx } from '../../events/commit.js'
import type { Payload, Recorded } from '../../events/envelope.js'
import { webhookStream } from '../../events/streams.js'
import { countDue, targetsOfRule, webhookTarget, webhookTargets } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import type { Deliver } from './deliver.js'
import type { Clock } from '../ports/clock.js'
import type { WebhookSetups } from './setup.js'

interface TargetChange extends SetupChange {
  readonly name?: string | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly rule_ids?: readonly string[] | null | undefined
}

export interface CreateWebhook extends TargetChange {
  readonly name: string
  readonly type: WebhookType
}

export interface ProbeResult {
  readonly ok: boolean
  readonly status: number | null
  readonly attempts: number
  readonly error: string | null
}

/** Maximum number of targets: more would be a mistake, and each may wait for its own timeout. */
const MAX_TARGETS = 50
/** Maximum number of waiting deliveries. Further ones fail at once and are shown in the list of deliveries. */
const MAX_DUE = 1000

const noTarget = (): Rejection<'NOT_FOUND'> => reject('NOT_FOUND', 'webhook not found')

interface WebhookParts {
  readonly committer: Pick<Committer, 'submit'>
  readonly clock: Clock
  readonly db: Reader
  readonly setups: WebhookSetups
  readonly deliver: Deliver
  readonly newId: () => string
}

/** Returns the commands for webhook targets. Secrets go to the vault, decisions to the log. */
export const webhookCommands = ({ committer, clock, db, setups, deliver, newId }: WebhookParts) => {
  const set = (tx: Tx, id: string, setup: Setup, fields: Fields, author: Author): void => {
    setups.keep(id, setup)
    const data = publicPart(id, setup, fields)
    tx.append(webhookStream(id), { type: 'webhook-target-set', data, occurredAt: clock.now(), ...author })
  }

  return {
    /** Creates a target and returns its id. */
    create: async (command: CreateWebhook, author: Author): Promise<string | Rejection<'INVALID_INPUT'>> => {
      const setup = changedSetup(command.type, NO_SETUP, command)
      if (isRejection(setup)) return setup
      const id = newId()
      const { name, type, enabled, rule_ids } = command
      const made = await committer.submit((tx) => {
        tx.project()
        if (webhookTargets(db).length >= MAX_TARGETS)
          return reject('INVALID_INPUT', `at most ${MAX_TARGETS} webhooks are allowed`)
        set(tx, id, setup, { name, type, enabled: enabled ?? true, ruleIds: scopeOf(rule_ids) }, author)
        return id
      })
      if (isRejection(made)) setups.forget(id)
      return made
    },

    /** Changes the given members. A secret that is not given stays unchanged. */
    update: (
      id: string,
      command: TargetChange,
      author: Author,
    ): Promise<Rejection<'NOT_FOUND' | 'INVALID_INPUT'> | undefined> =>
      committer.submit((tx) => {
        tx.project()
        const target = webhookTarget(db, id)
        if (target === undefined) return noTarget()
        const setup = changedSetup(target.type, setups.of(id), command)
        if (isRejection(setup)) return setup
        const { name, enabled, rule_ids } = command
        const ruleIds = rule_ids === undefined ? target.rule_ids : scopeOf(rule_ids)
        const fields = { name: name ?? target.name, type: target.type, enabled: enabled ?? target.enabled, ruleIds }
        set(tx, id, setup, fields, author)
        return undefined
      }),

    /** Deletes a target, its secrets and its waiting deliveries. */
    remove: async (id: string, author: Author): Promise<Rejection<'NOT_FOUND'> | undefined> => {
      const refused = await committer.submit((tx) => {
        tx.project()
        if (webhookTarget(db, id) === undefined) return noTarget()
        const event = {
          type: 'webhook-target-removed',
          data: { target: id },
          occurredAt: clock.now(),
          ...author,
        } as const
        tx.append(webhookStream(id), event)
        return undefined
      })
      if (refused === undefined) setups.forget(id)
      return refused
    },

    /** Sends a test message once and returns the result. */
    test: async (id: string, author: Author): Promise<ProbeResult | Rejection<'NOT_FOUND'>> => {
      const target = webhookTarget(db, id)
      if (target === undefined) return noTarget()
      const probe = {
        id: null,
        rule_id: null,
        rule_name: 'Webhook test',
        rule_type: 'test',
        session_id: null,
        agent_id: null,
        message: `Test from Switchyard to "${target.name}": if you can read this, alerts arrive here.`,
        details: { test: true },
        triggered_at: iso(clock.now()),
      }
      const { ok, status, error } = await deliver(target, probe, new AbortController().signal)
      await committer.submit((tx) => {
        tx.append(webhookStream(id), {
          type: ok ? 'webhook-delivered' : 'webhook-failed',
          data: { ...namesOf(target), alert: null, statusCode: status, attempts: 1, error },
          occurredAt: clock.now(),
          ...author,
        })
      })
      return { ok, status, attempts: 1, error }
    },
  }
}

export type WebhookCommands = ReturnType<typeof webhookCommands>

/**
 * Returns a function that requests the delivery of an alert to its targets, in the alert's own transaction, so that none is
 * lost.
 */
export const requestDeliveries =
  (db: Reader, clock: Clock) =>
  (tx: Tx, { position: alert, streamName, data }: Recorded & { type: 'alert-fired' }): void => {
    const targets = targetsOfRule(db, data.rule)
    if (targets.length === 0) return
    const common = { occurredAt: clock.now(), ...SYSTEM }
    if (countDue(db) + targets.length <= MAX_DUE) {
      const ids = targets.map(({ id }) => id)
      tx.append(streamName, { type: 'webhook-requested', data: { alert, targets: ids }, ...common })
      return
    }
    const error = `${MAX_DUE} deliveries wait already`
    for (const target of targets) {
      const outcome = { ...namesOf(target), alert, statusCode: null, attempts: 0, error }
      tx.append(streamName, { type: 'webhook-failed', data: outcome, ...common })
    }
  }

interface Fields {
  readonly name: string
  readonly type: WebhookType
  readonly enabled: boolean
  readonly ruleIds: readonly string[] | null
}

/** An empty list would be a target that receives nothing, so it means all rules. */
const scopeOf = (rules: readonly string[] | null | undefined): readonly string[] | null =>
  rules == null || rules.length === 0 ? null : [...new Set(rules)]

const publicPart = (target: string, setup: Setup, { name, type, enabled, ruleIds }: Fields) => {
  const isSecret = (key: string): boolean => RECEIVERS[type].fields.some((field) => field.key === key && field.secret)
  const config = Object.entries(setup.config)
  return {
    target,
    name,
    targetType: type,
    enabled,
    urlPreview: urlPreview(setup.url),
    hasSecret: setup.secret !== null,
    headerNames: Object.keys(setup.headers),
    config: Object.fromEntries(config.filter(([key]) => !isSecret(key))),
    secretFields: config.map(([key]) => key).filter(isSecret),
    ruleIds,
  } satisfies Payload<'webhook-target-set'>
}

export const namesOf = ({
  id,
  name,
  type,
}: {
  readonly id: string
  readonly name: string
  readonly type: WebhookType
}) => ({
  target: id,
  targetName: name,
  targetType: type,
})
