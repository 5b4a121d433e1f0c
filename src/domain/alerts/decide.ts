import { accept, refuse } from '../decision.js'
import { isRejection, reject } from '../rejection.js'
import { type AlertRuleType, type AlertScope, readCondition } from './rule.js'

type Config = Readonly<Record<string, unknown>>

export interface CreateAlertRule {
  readonly name: string
  readonly rule_type: AlertRuleType
  readonly config: Config
  readonly enabled?: boolean | null | undefined
  readonly cooldown_seconds?: number | null | undefined
  readonly scope?: AlertScope | null | undefined
}

/** Absent and null members are left unchanged. The type of a rule cannot change. */
export interface UpdateAlertRule {
  readonly name?: string | null | undefined
  readonly config?: Config | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly cooldown_seconds?: number | null | undefined
  readonly scope?: AlertScope | null | undefined
}

/** A stored rule, with all its values. */
interface StoredAlertRule {
  readonly id: string
  readonly name: string
  readonly rule_type: AlertRuleType
  readonly config: Config
  readonly enabled: boolean
  readonly cooldown_seconds: number
  readonly scope: AlertScope
}

const COOLDOWN_SECONDS = 300

/** The rule of a command; undefined if it does not exist. */
type KnownRule = StoredAlertRule | undefined

const noRule = () => refuse(reject('NOT_FOUND', 'alert rule not found'))

const create = (_none: KnownRule, { id, ...rule }: { readonly id: string } & CreateAlertRule) => {
  const { name, rule_type, config, enabled, cooldown_seconds, scope } = rule
  const condition = readCondition(rule_type, config)
  if (isRejection(condition)) return refuse(condition)
  return set({
    id,
    name,
    rule_type,
    config: { ...condition.config },
    enabled: enabled ?? true,
    cooldown_seconds: cooldown_seconds ?? COOLDOWN_SECONDS,
    scope: scope ?? 'own',
  })
}

const update = (rule: KnownRule, { name, config, enabled, cooldown_seconds, scope }: UpdateAlertRule) => {
  if (rule === undefined) return noRule()
  const condition = config == null ? rule : readCondition(rule.rule_type, config)
  if (isRejection(condition)) return refuse(condition)
  return set({
    ...rule,
    name: name ?? rule.name,
    config: { ...condition.config },
    enabled: enabled ?? rule.enabled,
    cooldown_seconds: cooldown_seconds ?? rule.cooldown_seconds,
    scope: scope ?? rule.scope,
  })
}

const remove = (rule: KnownRule) =>
  rule === undefined ? noRule() : accept({ type: 'alert-rule-removed', data: { rule: rule.id } })

const set = ({ id, name, rule_type, config, enabled, cooldown_seconds, scope }: StoredAlertRule) =>
  accept({
    type: 'alert-rule-set',
    data: {
      rule: id,
      name,
      ruleType: rule_type,
      config,
      enabled,
      cooldownSeconds: cooldown_seconds,
      ...(scope === 'own' ? {} : { scope }),
    },
  })

export const decideAlertRule = { create, update, remove }

/** The alert of a command; undefined if it does not exist. */
export type KnownAlert = { readonly id: number; readonly acknowledged: boolean } | undefined

/** Repeating an acknowledgement has no effect. */
const acknowledge = (alert: KnownAlert) => {
  if (alert === undefined) return refuse(reject('NOT_FOUND', 'alert not found'))
  return alert.acknowledged ? accept() : accept({ type: 'alert-acknowledged', data: { alert: alert.id } })
}

export const decideAlert = { acknowledge }

/** The unacknowledged alerts that the user sees. */
interface OpenAlerts {
  readonly ids: readonly number[]
  /** Whether these are the alerts of all owners. */
  readonly everybodys: boolean
}

/** One event acknowledges the alerts of everybody up to the newest; a user who sees fewer acknowledges each of them. */
const acknowledgeAll = ({ ids, everybodys }: OpenAlerts) => {
  const newest = ids.at(-1)
  if (newest === undefined) return accept()
  if (everybodys) return accept({ type: 'alerts-acknowledged', data: { upTo: newest } })
  return accept(...acknowledged(ids))
}

export const decideAlerts = { acknowledgeAll }

/** An alert as it is recorded. */
interface FiredAlert<T extends string> {
  readonly rule: string
  readonly ruleName: string
  readonly ruleType: T
  readonly agent: string | null
  readonly message: string
  readonly details: Config
}

/** Returns the event of an alert, of a rule or of a budget. */
export const alertFired = <const T extends string>(data: FiredAlert<T>) => ({ type: 'alert-fired' as const, data })

/** Returns the events that acknowledge alerts, such as those that a new one replaces. */
export function acknowledged(ids: readonly number[]) {
  return ids.map((alert) => ({ type: 'alert-acknowledged' as const, data: { alert } }))
}
