import type { Visibility } from '../../domain/access/visibility.js'
import { DAY, type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { alertById, type AlertRuleShape, type AlertShape } from './alerts.js'
import { Filter } from './filter.js'

const WEEK = 7 * DAY

/**
 * What a rule does now: `off`; `fired`, while its last alert is not acknowledged; `cooling_down`, while it ignores some sessions
 * that it fired for; else `watching`.
 */
export type RuleState = 'off' | 'fired' | 'cooling_down' | 'watching'

export interface RuleActivity {
  readonly state: RuleState
  readonly alerts_7d: number
  readonly last_alert: AlertShape | null
  /** The sessions that it ignores because it fired for them, and when the last of these cooldowns ends. */
  readonly cooldown: { readonly sessions: number; readonly ends_at: string } | null
}

/** Returns a rule with what it did lately. Reads the alerts of a week, at most. */
export const withActivity = (
  db: Reader,
  visibility: Visibility,
  rule: AlertRuleShape,
  now: Instant,
): AlertRuleShape & { readonly activity: RuleActivity } => {
  const last = lastAlertOf(db, visibility, rule.id)
  const cooldown = rule.enabled ? cooldownOf(db, visibility, rule, now) : null
  const isOpen = last !== null && last.acknowledged_at === null
  const state = !rule.enabled ? 'off' : isOpen ? 'fired' : cooldown === null ? 'watching' : 'cooling_down'
  return {
    ...rule,
    activity: { state, alerts_7d: countSince(db, visibility, rule.id, now - WEEK), last_alert: last, cooldown },
  }
}

const ofRule = (visibility: Visibility, rule: string): Filter => new Filter(visibility, 'rule').and('rule = ?', rule)

const lastAlertOf = (db: Reader, visibility: Visibility, rule: string): AlertShape | null => {
  const { where, params } = ofRule(visibility, rule)
  const last = db.get<{ id: number }>(`select id from p_alert ${where} order by at desc, id desc limit 1`, ...params)
  return last === undefined ? null : (alertById(db, visibility, last.id) ?? null)
}

const countSince = (db: Reader, visibility: Visibility, rule: string, since: Instant): number => {
  const { where, params } = ofRule(visibility, rule).and('at >= ?', since)
  return db.get<{ n: number }>(`select count(*) as n from p_alert ${where}`, ...params)?.n ?? 0
}

const cooldownOf = (
  db: Reader,
  visibility: Visibility,
  { id, cooldown_seconds }: AlertRuleShape,
  now: Instant,
): RuleActivity['cooldown'] => {
  const length = cooldown_seconds * 1000
  const { where, params } = ofRule(visibility, id).and('at > ?', now - length)
  const sql = `select count(distinct stream) as sessions, max(at) as last from p_alert ${where}`
  const found = db.get<{ sessions: number; last: Instant | null }>(sql, ...params)
  return found === undefined || found.last === null
    ? null
    : { sessions: found.sessions, ends_at: iso(found.last + length) }
}
