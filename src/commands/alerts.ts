import type { Author } from '../domain/access/author.js'
import { type AlertRuleType, readCondition } from '../domain/alerts/rule.js'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import type { Committer } from '../events/commit.js'
import type { Payload } from '../events/envelope.js'
import { ALERTS_STREAM, alertRuleStream } from '../events/streams.js'
import { alertRule, openAlerts } from '../projections/queries/alerts.js'
import type { Reader } from '../projections/sql.js'
import type { Clock } from './ports/clock.js'

type Config = Readonly<Record<string, unknown>>

export interface CreateAlertRule {
  readonly name: string
  readonly rule_type: AlertRuleType
  readonly config: Config
  readonly enabled?: boolean | null | undefined
  readonly cooldown_seconds?: number | null | undefined
}

/** Absent and null members are left unchanged. The type of a rule cannot change. */
export interface UpdateAlertRule {
  readonly name?: string | null | undefined
  readonly config?: Config | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly cooldown_seconds?: number | null | undefined
}

const COOLDOWN_SECONDS = 300
const noRule = (): Rejection<'NOT_FOUND'> => reject('NOT_FOUND', 'alert rule not found')

interface AlertCommandParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly newId: () => string
}

/** Returns the commands for alert rules and their alerts. */
export const alertCommands = ({ committer, clock, db, newId }: AlertCommandParts) => ({
  /** Creates a rule and returns its id. */
  create: async (command: CreateAlertRule, author: Author): Promise<string | Rejection<'INVALID_INPUT'>> => {
    const condition = readCondition(command.rule_type, command.config)
    if (isRejection(condition)) return condition
    const rule = newId()
    const data: Payload<'alert-rule-set'> = {
      rule,
      name: command.name,
      ruleType: condition.type,
      config: { ...condition.config },
      enabled: command.enabled ?? true,
      cooldownSeconds: command.cooldown_seconds ?? COOLDOWN_SECONDS,
    }
    await committer.submit((tx) => {
      tx.append(alertRuleStream(rule), { type: 'alert-rule-set', data, occurredAt: clock.now(), ...author })
    })
    return rule
  },

  update: (
    id: string,
    command: UpdateAlertRule,
    author: Author,
  ): Promise<Rejection<'NOT_FOUND' | 'INVALID_INPUT'> | undefined> =>
    committer.submit((tx) => {
      tx.project()
      const rule = alertRule(db, id)
      if (rule === undefined) return noRule()
      const condition = command.config == null ? rule : readCondition(rule.rule_type, command.config)
      if (isRejection(condition)) return condition
      const data: Payload<'alert-rule-set'> = {
        rule: id,
        name: command.name ?? rule.name,
        ruleType: rule.rule_type,
        config: { ...condition.config },
        enabled: command.enabled ?? rule.enabled,
        cooldownSeconds: command.cooldown_seconds ?? rule.cooldown_seconds,
      }
      tx.append(alertRuleStream(id), { type: 'alert-rule-set', data, occurredAt: clock.now(), ...author })
      return undefined
    }),

  /** Deletes a rule and its alerts. */
  remove: (id: string, author: Author): Promise<Rejection<'NOT_FOUND'> | undefined> =>
    committer.submit((tx) => {
      tx.project()
      if (alertRule(db, id) === undefined) return noRule()
      const event = { type: 'alert-rule-removed', data: { rule: id }, occurredAt: clock.now(), ...author } as const
      tx.append(alertRuleStream(id), event)
      return undefined
    }),

  /** Acknowledges an alert. Repeating it has no effect. */
  acknowledge: (alert: number, author: Author): Promise<Rejection<'NOT_FOUND'> | undefined> =>
    committer.submit((tx) => {
      tx.project()
      const row = db.get<{ acknowledged_at: number | null }>('select acknowledged_at from p_alert where id = ?', alert)
      if (row === undefined) return reject('NOT_FOUND', 'alert not found')
      if (row.acknowledged_at !== null) return undefined
      tx.append(ALERTS_STREAM, { type: 'alert-acknowledged', data: { alert }, occurredAt: clock.now(), ...author })
      return undefined
    }),

  /** Acknowledges all open alerts and returns how many there were. */
  acknowledgeAll: (author: Author): Promise<number> =>
    committer.submit((tx) => {
      tx.project()
      const { newest, n } = openAlerts(db)
      if (newest === null) return 0
      const data = { upTo: newest }
      tx.append(ALERTS_STREAM, { type: 'alerts-acknowledged', data, occurredAt: clock.now(), ...author })
      return n
    }),
})

export type AlertCommands = ReturnType<typeof alertCommands>
