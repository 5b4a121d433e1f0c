import * as Effect from 'effect/Effect'
import type { Caller } from '../../../domain/access/caller.js'
import { seesEverything } from '../../../domain/access/visibility.js'
import type { CreateAlertRule } from '../../../domain/alerts/decide.js'
import { ALERT_RULE_TYPES, ALERT_SCOPES, readCondition } from '../../../domain/alerts/rule.js'
import { parseBounded } from '../../../domain/json/depth.js'
import { isRejection } from '../../../domain/rejection.js'
import { fields, isFields } from '../../../domain/transcript/json.js'
import { alertRules } from '../../../projections/queries/alerts.js'
import type { Reader } from '../../../projections/sql.js'
import type { AlertCommands } from '../../alerts/alerts.js'

const NAME_MAX = 200
const YEAR_SECONDS = 31_536_000

const configIn = (value: unknown): unknown => {
  // The Claude Code Agent Monitor stores it as JSON text.
  if (typeof value !== 'string') return value
  try {
    return parseBounded(value)
  } catch {
    return null
  }
}

/** Converts a bundle's rule to the command's input; null when it is invalid. */
const ruleOf = (row: unknown): CreateAlertRule | null => {
  const { name, rule_type, config: given, enabled, cooldown_seconds: cooldown, scope } = fields(row)
  const type = ALERT_RULE_TYPES.find((known) => known === rule_type)
  const config = configIn(given)
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX || type === undefined || !isFields(config)) {
    return null
  }
  const condition = readCondition(type, config)
  if (isRejection(condition)) return null
  const isPause = Number.isInteger(cooldown) && Number(cooldown) >= 0 && Number(cooldown) <= YEAR_SECONDS
  return {
    name,
    rule_type: type,
    config: { ...condition.config },
    enabled: enabled !== false && enabled !== 0,
    ...(isPause ? { cooldown_seconds: Number(cooldown) } : {}),
    scope: ALERT_SCOPES.find((known) => known === scope),
  }
}

const meaningOf = ({ name, rule_type, config }: Pick<CreateAlertRule, 'name' | 'rule_type' | 'config'>): string =>
  JSON.stringify([name, rule_type, Object.entries(config).toSorted(([a], [b]) => (a < b ? -1 : 1))])

/**
 * Imports the alert rules that the caller does not have yet. A rule with the same name and condition is the same rule. One that
 * watches the sessions of everybody watches those of the caller if they see no others.
 */
export const importAlertRules = (
  rows: readonly unknown[],
  db: Reader,
  alerts: Pick<AlertCommands, 'create'>,
  { author, own, reads }: Caller,
) =>
  Effect.gen(function* () {
    const known = new Set(alertRules(db, own).map(meaningOf))
    let [imported, errors] = [0, 0]
    // The bundle lists them newest first; create them in their original order.
    for (const row of rows.toReversed()) {
      const rule = ruleOf(row)
      if (rule === null) errors += 1
      if (rule === null || known.has(meaningOf(rule))) continue
      const seen = seesEverything(reads) ? rule : { ...rule, scope: null }
      const made = Effect.as(alerts.create(seen, author, reads), true)
      const isMade = yield* Effect.catchTag(made, 'Rejection', () => Effect.succeed(false))
      if (!isMade) errors += 1
      else {
        imported += 1
        known.add(meaningOf(rule))
      }
    }
    return { imported, errors }
  })
