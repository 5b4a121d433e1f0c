import type { Visibility } from '../../domain/access/visibility.js'
import { type AlertCondition, type AlertRuleType, readCondition } from '../../domain/alerts/rule.js'
import type { EventPattern } from '../../domain/alerts/rule.js'
import { isRejection } from '../../domain/rejection.js'
import { type Instant, iso, MINUTE } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { containing, Filter, type Scope } from './filter.js'

interface RuleRow {
  readonly id: string
  readonly name: string
  readonly rule_type: AlertRuleType
  readonly config: string
  readonly enabled: number
  readonly cooldown_seconds: number
  readonly created_at: Instant
  readonly updated_at: Instant
  readonly since: number
}

const configOf = ({ config }: RuleRow): Readonly<Record<string, unknown>> =>
  JSON.parse(config) as Readonly<Record<string, unknown>>

const ruleShape = (row: RuleRow) => ({
  id: row.id,
  name: row.name,
  rule_type: row.rule_type,
  config: configOf(row),
  enabled: row.enabled === 1,
  cooldown_seconds: row.cooldown_seconds,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})

export type AlertRuleShape = ReturnType<typeof ruleShape>

/** Returns the rules in their REST shape, newest first. */
export const alertRules = (db: Reader): AlertRuleShape[] =>
  db.all<RuleRow>('select * from p_alert_rule order by made desc').map(ruleShape)

export const alertRule = (db: Reader, id: string): AlertRuleShape | undefined => {
  const row = db.get<RuleRow>('select * from p_alert_rule where id = ?', id)
  return row === undefined ? undefined : ruleShape(row)
}

/** A rule as the alert reactor needs it. */
export interface WatchingRule {
  readonly id: string
  readonly name: string
  readonly condition: AlertCondition
  readonly cooldownSeconds: number
  /** Only events after this position of the log can match. */
  readonly since: number
}

/** Returns the enabled rules. A rule whose configuration this release cannot read is left out and never fires. */
export const watchingRules = (db: Reader): readonly WatchingRule[] =>
  db.all<RuleRow>('select * from p_alert_rule where enabled = 1 order by made').flatMap((row) => {
    const condition = readCondition(row.rule_type, configOf(row))
    if (isRejection(condition)) return []
    return [{ id: row.id, name: row.name, condition, cooldownSeconds: row.cooldown_seconds, since: row.since }]
  })

interface AlertRow {
  readonly id: number
  readonly rule: string
  readonly rule_name: string
  readonly rule_type: AlertRuleType
  readonly session: string
  readonly agent: string | null
  readonly message: string
  readonly details: string
  readonly at: Instant
  readonly acknowledged_at: Instant | null
}

const alertShape = (row: AlertRow) => ({
  id: row.id,
  rule_id: row.rule,
  rule_name: row.rule_name,
  rule_type: row.rule_type,
  session_id: row.session,
  agent_id: row.agent,
  message: row.message,
  details: row.details,
  triggered_at: iso(row.at),
  acknowledged_at: iso(row.acknowledged_at),
})

export type AlertShape = ReturnType<typeof alertShape>

export interface AlertQuery extends Scope {
  readonly unacked: boolean | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of alerts, newest first, with the total and the number of unacknowledged ones. */
export const listAlerts = (db: Reader, visibility: Visibility, { unacked, limit, offset, ...scope }: AlertQuery) => {
  const open = inScope(visibility, scope).and('acknowledged_at is null')
  const wanted = unacked === true ? open : inScope(visibility, scope)
  const count = (filter: Filter): number =>
    db.get<{ n: number }>(`select count(*) as n from p_alert ${filter.where}`, ...filter.params)?.n ?? 0
  const rows = db.all<AlertRow>(
    `select * from p_alert ${wanted.where} order by id desc limit ? offset ?`,
    ...wanted.params,
    limit,
    offset,
  )
  return { alerts: rows.map(alertShape), total: count(wanted), unacked: count(open), limit, offset }
}

const inScope = (visibility: Visibility, { sources, providers }: Scope): Filter => {
  const alerts = new Filter(visibility)
  const sessions = new Filter(visibility).in('s.source', sources).in('s.provider', providers)
  if (sessions.isEmpty) return alerts
  const own = sessions.whereAnd('s.stream = p_alert.stream')
  return alerts.and(`exists (select 1 from p_session s ${own})`, ...sessions.params)
}

export const alertById = (db: Reader, visibility: Visibility, id: number): AlertShape | undefined => {
  const filter = new Filter(visibility).and('id = ?', id)
  const row = db.get<AlertRow>(`select * from p_alert ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : alertShape(row)
}

/** Returns the newest unacknowledged alert and the number of unacknowledged alerts. */
export const openAlerts = (db: Reader): { readonly newest: number | null; readonly n: number } =>
  db.get<{ newest: number | null; n: number }>(
    'select max(id) as newest, count(*) as n from p_alert where acknowledged_at is null',
  ) ?? { newest: null, n: 0 }

/** Returns when a rule last fired for an agent of a session, or for the session itself. */
export const lastFiredAt = (db: Reader, rule: string, stream: number, agent: string | null): Instant | null =>
  db.get<{ at: Instant | null }>(
    'select max(at) as at from p_alert where rule = ? and stream = ? and agent is ?',
    rule,
    stream,
    agent,
  )?.at ?? null

/** Counts the events of a session that match a pattern within its window up to an instant. */
export const countMatching = (db: Reader, stream: number, pattern: EventPattern, until: Instant): number => {
  const conditions = ['stream = ?', 'at >= ?', 'at <= ?']
  const params: (string | number)[] = [stream, until - (pattern.window_minutes ?? 0) * MINUTE, until]
  if (pattern.event_type !== undefined) {
    conditions.push('type = ?')
    params.push(pattern.event_type)
  }
  if (pattern.tool_name !== undefined) {
    conditions.push('tool = ?')
    params.push(pattern.tool_name)
  }
  if (pattern.summary_contains !== undefined) {
    conditions.push(`summary like ? escape '\\'`)
    params.push(containing(pattern.summary_contains))
  }
  // The index by session and time is forced: only the window of one session is scanned, however long the history is.
  return (
    db.get<{ n: number }>(
      `select count(*) as n from p_event indexed by i_event_stream where ${conditions.join(' and ')}`,
      ...params,
    )?.n ?? 0
  )
}

/** Returns the total tokens of a session, subagents included. */
export const tokensOfSession = (db: Reader, stream: number): number =>
  db.get<{ n: number }>(
    `select coalesce(sum(input + output + cache_read + cache_write), 0) as n from p_usage_session where stream = ?`,
    stream,
  )?.n ?? 0

/** Returns the stream of an existing session. */
export const streamOfSession = (db: Reader, session: string): number | undefined =>
  db.get<{ stream: number }>('select stream from p_session where id = ?', session)?.stream

export interface QuietSession {
  readonly stream: number
  readonly id: string
  readonly name: string
}

/** Returns the active sessions without activity since an instant. */
export const quietSessions = (db: Reader, since: Instant): readonly QuietSession[] =>
  db.all<QuietSession>(
    `select stream, id, name from p_session where status = 'active' and last_at < ? order by last_at`,
    since,
  )

export interface StuckAgent {
  readonly stream: number
  readonly session: string
  readonly id: string
  readonly name: string
}

/** Returns the agents of active sessions that have had a status, without any change, since an instant. */
export const stuckAgents = (db: Reader, status: string, since: Instant): readonly StuckAgent[] =>
  db.all<StuckAgent>(
    `select stream, id as session, id || '-main' as id, coalesce(main_name, 'Main Agent - ' || name) as name
       from p_session where status = 'active' and main_status = ? and last_at < ?
     union all
     select a.stream, s.id, a.id, a.name from p_session s join p_agent a on a.stream = s.stream
       where s.status = 'active' and a.status = ? and a.last_at < ?`,
    status,
    since,
    status,
    since,
  )
