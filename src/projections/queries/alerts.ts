import type { Visibility } from '../../domain/access/visibility.js'
import { type AlertCondition, type AlertRuleType, type AlertScope, readCondition } from '../../domain/alerts/rule.js'
import type { EventPattern } from '../../domain/alerts/rule.js'
import { isRejection } from '../../domain/rejection.js'
import { type Instant, iso, MINUTE } from '../../domain/time.js'
import type { FiredAlert } from '../../events/kinds.js'
import type { Reader } from '../sql.js'
import { containing, Filter, literally, type Scope } from './filter.js'

interface RuleRow {
  readonly id: string
  readonly owner: string
  readonly scope: AlertScope
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

/** A type of rule with its configuration. */
type Configured = {
  [C in AlertCondition as C['type']]: {
    readonly rule_type: C['type']
    readonly config: { readonly [M in keyof C['config']]: C['config'][M] }
  }
}[AlertRuleType]

const ruleShape = (row: RuleRow) => ({
  id: row.id,
  name: row.name,
  // It was checked when the rule was set.
  ...({ rule_type: row.rule_type, config: configOf(row) } as Configured),
  enabled: row.enabled === 1,
  cooldown_seconds: row.cooldown_seconds,
  scope: row.scope,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
})

export type AlertRuleShape = ReturnType<typeof ruleShape>

/** Returns the rules in their REST shape, newest first. */
export const alertRules = (db: Reader, visibility: Visibility): AlertRuleShape[] => {
  const filter = new Filter(visibility, 'owner')
  return db
    .all<RuleRow>(`select * from p_alert_rule ${filter.where} order by made desc`, ...filter.params)
    .map(ruleShape)
}

export const alertRule = (db: Reader, visibility: Visibility, id: string): AlertRuleShape | undefined => {
  const filter = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<RuleRow>(`select * from p_alert_rule ${filter.where}`, ...filter.params)
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
  readonly owner: string
  /** Whether it watches the rows of everybody, if its owner may see them. */
  readonly isAll: boolean
}

/** Returns the enabled rules. A rule whose configuration this release cannot read is left out and never fires. */
export const watchingRules = (db: Reader, visibility: Visibility): readonly WatchingRule[] => {
  const filter = new Filter(visibility, 'owner').and('enabled = 1')
  return db
    .all<RuleRow>(`select * from p_alert_rule ${filter.where} order by made`, ...filter.params)
    .flatMap((row) => {
      const condition = readCondition(row.rule_type, configOf(row))
      if (isRejection(condition)) return []
      const { id, name, cooldown_seconds: cooldownSeconds, since, owner, scope } = row
      return [{ id, name, condition, cooldownSeconds, since, owner, isAll: scope === 'all' }]
    })
}

/** Returns the owner of a rule or a budget; undefined if no row has this id. */
export const ownerOfRule = (db: Reader, visibility: Visibility, rule: string): string | undefined => {
  const filter = new Filter(visibility, 'owner').and('id = ?', rule)
  return db.get<{ owner: string }>(
    `select owner from (select id, owner from p_alert_rule union all select id, owner from p_budget) ${filter.where}`,
    ...filter.params,
  )?.owner
}

interface AlertRow {
  readonly id: number
  readonly rule: string
  readonly rule_name: string
  readonly rule_type: AlertRuleType | 'budget'
  readonly session: string
  readonly session_name: string | null
  readonly agent: string | null
  readonly message: string
  readonly details: string
  readonly at: Instant
  readonly acknowledged_at: Instant | null
}

/** SQL: the columns of an alert. */
const ALERT = 'p_alert.*, (select name from p_session s where s.stream = p_alert.stream) as session_name'

const alertShape = (row: AlertRow) => ({
  id: row.id,
  rule_id: row.rule,
  rule_name: row.rule_name,
  rule_type: row.rule_type,
  session_id: row.session,
  session_name: row.session_name,
  agent_id: row.agent,
  message: row.message,
  details: row.details,
  triggered_at: iso(row.at),
  acknowledged_at: iso(row.acknowledged_at),
})

export type AlertShape = ReturnType<typeof alertShape>

interface AlertQuery extends Scope {
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
    `select ${ALERT} from p_alert ${wanted.where} order by id desc limit ? offset ?`,
    ...wanted.params,
    limit,
    offset,
  )
  return { alerts: rows.map(alertShape), total: count(wanted), unacked: count(open), limit, offset }
}

/** An alert belongs to the owner of its rule or budget, who sees it while they may see its session, if it concerns one. */
const alertFilter = (visibility: Visibility): Filter =>
  new Filter(visibility, 'rule').visibleOr(visibility, 'stream', `session = ''`)

const inScope = (visibility: Visibility, { sources, providers }: Scope): Filter => {
  const alerts = alertFilter(visibility)
  const sessions = new Filter(visibility, 's.owner').in('s.source', sources).in('s.provider', providers)
  if (sources.length + providers.length === 0) return alerts
  const own = sessions.whereAnd('s.stream = p_alert.stream')
  return alerts.and(`exists (select 1 from p_session s ${own})`, ...sessions.params)
}

export const alertById = (db: Reader, visibility: Visibility, id: number): AlertShape | undefined => {
  const filter = alertFilter(visibility).and('id = ?', id)
  const row = db.get<AlertRow>(`select ${ALERT} from p_alert ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : alertShape(row)
}

/** Returns the ids of the open alerts of the same rule or budget, session and agent as an alert, and older than it. */
export const openBefore = (
  db: Reader,
  visibility: Visibility,
  {
    position,
    stream,
    data: { rule, agent },
  }: Pick<FiredAlert, 'position' | 'stream'> & { readonly data: Pick<FiredAlert['data'], 'rule' | 'agent'> },
): readonly number[] => {
  const { where, params } = alertFilter(visibility)
    .and('acknowledged_at is null and rule = ? and stream = ?', rule, stream)
    .and('agent is ? and id < ?', agent, position)
  return db.all<{ id: number }>(`select id from p_alert ${where} order by id`, ...params).map(({ id }) => id)
}

/** Returns the ids of the unacknowledged alerts, in the order in which they fired. */
export const openAlerts = (db: Reader, visibility: Visibility): readonly number[] => {
  const filter = alertFilter(visibility).and('acknowledged_at is null')
  return db
    .all<{ id: number }>(`select id from p_alert ${filter.where} order by id`, ...filter.params)
    .map(({ id }) => id)
}

/** Returns when a rule last fired for an agent of a session, or for the session itself. */
export const lastFiredAt = (
  db: Reader,
  visibility: Visibility,
  rule: string,
  stream: number,
  agent: string | null,
): Instant | null => {
  const filter = alertFilter(visibility).and('rule = ? and stream = ? and agent is ?', rule, stream, agent)
  return (
    db.get<{ at: Instant | null }>(`select max(at) as at from p_alert ${filter.where}`, ...filter.params)?.at ?? null
  )
}

/** Whether a rule has fired since a time with these details. */
export const hasFiredFor = (
  db: Reader,
  visibility: Visibility,
  rule: string,
  details: Readonly<Record<string, string | number | null>>,
  since: Instant,
): boolean => {
  const filter = alertFilter(visibility).and('rule = ? and at > ?', rule, since)
  for (const [name, value] of Object.entries(details)) filter.and(`details ->> ? is ?`, `$.${name}`, value)
  return db.get(`select 1 from p_alert ${filter.where} limit 1`, ...filter.params) !== undefined
}

/** Returns the SQL condition for the tool of a pattern, in any case, in which `*` matches any characters, and its parameter. */
export const ofTool = (tool: string): readonly [sql: string, value: string] =>
  tool.includes('*')
    ? [`tool like ? escape '\\'`, tool.split('*').map(literally).join('%')]
    : ['tool = ? collate nocase', tool]

/** Counts the events of a session that match a pattern within its window up to an instant. */
export const countMatching = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  pattern: EventPattern,
  until: Instant,
): number => {
  const { window_minutes: minutes = 0, event_type, tool_name, summary_contains } = pattern
  const filter = new Filter(visibility, 'stream')
  filter.and('stream = ? and at >= ? and at <= ?', stream, until - minutes * MINUTE, until)
  if (event_type !== undefined) filter.and('type = ?', event_type)
  if (tool_name !== undefined) filter.and(...ofTool(tool_name))
  if (summary_contains !== undefined) filter.and(`summary like ? escape '\\'`, containing(summary_contains))
  // The index by session and time is forced: only the window of one session is scanned, however long the history is.
  return (
    db.get<{ n: number }>(
      `select count(*) as n from p_event indexed by i_event_stream ${filter.where}`,
      ...filter.params,
    )?.n ?? 0
  )
}

/** Returns the total tokens of a session, subagents included. */
export const tokensOfSession = (db: Reader, visibility: Visibility, stream: number): number => {
  const filter = new Filter(visibility, 'stream').and('stream = ?', stream)
  const sum = 'coalesce(sum(input + output + cache_read + cache_write), 0)'
  return db.get<{ n: number }>(`select ${sum} as n from p_usage_session ${filter.where}`, ...filter.params)?.n ?? 0
}
