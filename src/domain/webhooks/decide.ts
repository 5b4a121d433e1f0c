import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { RECEIVERS, type WebhookType } from './receivers.js'
import { type Setup, type SetupChange, urlPreview } from './target.js'

/** Maximum number of targets: more would be a mistake, and each may wait for its own timeout. */
const MAX_TARGETS = 50
/** Maximum number of waiting deliveries. Further ones fail at once and are shown in the list of deliveries. */
const MAX_DUE = 1000

/** Absent and null members are left unchanged, except that null `rule_ids` mean all rules. */
export interface UpdateWebhook extends SetupChange {
  readonly name?: string | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly rule_ids?: readonly string[] | null | undefined
}

export interface CreateWebhook extends UpdateWebhook {
  readonly name: string
  readonly type: WebhookType
}

interface WebhookTarget {
  readonly id: string
  readonly name: string
  readonly type: WebhookType
  readonly enabled: boolean
  readonly rule_ids: readonly string[] | null
}

export interface KnownWebhooks {
  /** How many targets there are. */
  readonly targets: number
  /** The target of the command; undefined if it does not exist. */
  readonly target: WebhookTarget | undefined
}

/** The secrets of a target after a command, and the name under which the vault has them already. */
interface Secrets {
  readonly setup: Setup
  readonly revision: string
}

/** How the delivery of an alert or a test message ended. */
interface DeliveryOutcome {
  readonly ok: boolean
  readonly status: number | null
  readonly error: string | null
}

const noTarget = () => refuse(reject('NOT_FOUND', 'webhook not found'))

const create = (
  { targets }: KnownWebhooks,
  { id, target, ...secrets }: { readonly id: string; readonly target: CreateWebhook } & Secrets,
) => {
  if (targets >= MAX_TARGETS) return refuse(reject('INVALID_INPUT', `at most ${MAX_TARGETS} webhooks are allowed`))
  const { name, type, enabled, rule_ids } = target
  return set({ id, name, type, enabled: enabled ?? true, rule_ids: scopeOf(rule_ids) }, secrets)
}

const update = ({ target }: KnownWebhooks, { change, ...secrets }: { readonly change: UpdateWebhook } & Secrets) => {
  if (target === undefined) return noTarget()
  const { name, enabled, rule_ids } = change
  const after = {
    id: target.id,
    name: name ?? target.name,
    type: target.type,
    enabled: enabled ?? target.enabled,
    rule_ids: rule_ids === undefined ? target.rule_ids : scopeOf(rule_ids),
  }
  return set(after, secrets)
}

const remove = ({ target }: KnownWebhooks) =>
  target === undefined ? noTarget() : accept({ type: 'webhook-target-removed', data: { target: target.id } })

/** Records the result of a test message, unless the target was deleted meanwhile. */
const recordTest = ({ target }: KnownWebhooks, outcome: DeliveryOutcome) =>
  target === undefined ? accept() : accept(deliveryEnded(target, null, outcome, 1))

export const decideWebhook = { create, update, remove, recordTest }

/** An empty list would be a target that receives nothing, so it means all rules. */
const scopeOf = (rules: readonly string[] | null | undefined): readonly string[] | null =>
  rules == null || rules.length === 0 ? null : [...new Set(rules)]

/** The event has what may be shown of the secrets. */
const set = ({ id, name, type, enabled, rule_ids }: WebhookTarget, { setup, revision }: Secrets) => {
  const isSecret = (key: string): boolean => RECEIVERS[type].fields.some((field) => field.key === key && field.secret)
  const config = Object.entries(setup.config)
  return accept({
    type: 'webhook-target-set',
    data: {
      target: id,
      name,
      targetType: type,
      enabled,
      urlPreview: urlPreview(setup.url),
      hasSecret: setup.secret !== null,
      headerNames: Object.keys(setup.headers),
      config: Object.fromEntries(config.filter(([key]) => !isSecret(key))),
      secretFields: config.map(([key]) => key).filter(isSecret),
      ruleIds: rule_ids,
      revision,
    },
  })
}

type Named = Pick<WebhookTarget, 'id' | 'name' | 'type'>

/**
 * Returns the event that records how a delivery ended.
 * @param alert the alert that was sent; null for a test message
 */
export const deliveryEnded = (
  { id, name, type }: Named,
  alert: number | null,
  { ok, status, error }: DeliveryOutcome,
  attempts: number,
) => ({
  type: ok ? ('webhook-delivered' as const) : ('webhook-failed' as const),
  data: { target: id, targetName: name, targetType: type, alert, statusCode: status, attempts, error },
})

interface KnownDeliveries {
  /** The targets that receive the alerts of the rule. */
  readonly targets: readonly Named[]
  /** How many deliveries wait already. */
  readonly due: number
}

/** Returns the events that request the deliveries of an alert. Cannot be refused. */
export const decideDeliveries = ({ targets, due }: KnownDeliveries, { alert }: { readonly alert: number }) => {
  if (targets.length === 0) return []
  if (due + targets.length <= MAX_DUE)
    return [{ type: 'webhook-requested' as const, data: { alert, targets: targets.map(({ id }) => id) } }]
  const full = { ok: false, status: null, error: `${MAX_DUE} deliveries wait already` }
  return targets.map((target) => deliveryEnded(target, alert, full, 0))
}
