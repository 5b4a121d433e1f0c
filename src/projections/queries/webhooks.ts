import type { Visibility } from '../../domain/access/visibility.js'
import { type Instant, iso } from '../../domain/time.js'
import type { WebhookType } from '../../domain/webhooks/receivers.js'
import { MASK } from '../../domain/webhooks/target.js'
import type { Payload } from '../../events/envelope.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

type Setup = Omit<Payload<'webhook-target-set'>, 'target' | 'name' | 'targetType' | 'enabled'>

interface TargetRow {
  readonly id: string
  readonly name: string
  readonly type: WebhookType
  readonly enabled: number
  readonly setup: string
  readonly created_at: Instant
  readonly updated_at: Instant
}

interface DeliveryRow {
  readonly id: number
  readonly target: string
  readonly target_name: string
  readonly target_type: WebhookType
  readonly alert: number | null
  readonly status: 'success' | 'failed'
  readonly status_code: number | null
  readonly attempts: number
  readonly error: string | null
  readonly at: Instant
}

const masked = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, MASK]))

const targetShape = (db: Reader, visibility: Visibility, row: TargetRow) => {
  const setup = JSON.parse(row.setup) as Setup
  const last = deliveries(db, visibility, row.id, 1, 0)[0]
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    enabled: row.enabled === 1,
    url_preview: setup.urlPreview,
    has_secret: setup.hasSecret,
    headers: masked(setup.headerNames),
    config: { ...setup.config, ...masked(setup.secretFields) },
    rule_ids: setup.ruleIds,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    last_delivery:
      last === undefined
        ? null
        : {
            status: last.status,
            status_code: last.status_code,
            attempts: last.attempts,
            error: last.error,
            created_at: iso(last.at),
          },
  }
}

export type WebhookShape = ReturnType<typeof targetShape>

/** Returns the targets in their REST shape, secrets masked, newest first. */
export const webhookTargets = (db: Reader, visibility: Visibility): WebhookShape[] => {
  const filter = new Filter(visibility, 'owner')
  return db
    .all<TargetRow>(`select * from p_webhook ${filter.where} order by made desc`, ...filter.params)
    .map((row) => targetShape(db, visibility, row))
}

/**
 * Returns the revision of a target's secrets in the vault; null for one that has no revision, because it was set by an older
 * release; undefined for an unknown target.
 */
export const revisionOf = (db: Reader, visibility: Visibility, id: string): string | null | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  const sql = `select setup ->> '$.revision' as revision from p_webhook ${where}`
  return db.get<{ revision: string | null }>(sql, ...params)?.revision
}

/** Returns the number of targets. */
export const countTargets = (db: Reader, visibility: Visibility): number => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.get<{ n: number }>(`select count(*) as n from p_webhook ${where}`, ...params)?.n ?? 0
}

export const webhookTarget = (db: Reader, visibility: Visibility, id: string): WebhookShape | undefined => {
  const filter = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<TargetRow>(`select * from p_webhook ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : targetShape(db, visibility, row)
}

/** Returns the owner of a target; undefined if no row has this id. */
export const ownerOfTarget = (db: Reader, visibility: Visibility, id: string): string | undefined => {
  const filter = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get<{ owner: string }>(`select owner from p_webhook ${filter.where}`, ...filter.params)?.owner
}

const deliveries = (
  db: Reader,
  visibility: Visibility,
  target: string,
  limit: number,
  offset: number,
): DeliveryRow[] => {
  const filter = new Filter(visibility, 'd.target').and('d.target = ?', target)
  return db.all<DeliveryRow>(
    // The join hides the id of an alert that was deleted with its rule.
    `select d.*, a.id as alert from p_webhook_delivery d left join p_alert a on a.id = d.alert
     ${filter.where} order by d.id desc limit ? offset ?`,
    ...filter.params,
    limit,
    offset,
  )
}

/** Returns the deliveries to a target, newest first. */
export const webhookDeliveries = (
  db: Reader,
  visibility: Visibility,
  target: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  return {
    deliveries: deliveries(db, visibility, target, limit, offset).map((row) => ({
      id: row.id,
      target_id: row.target,
      target_name: row.target_name,
      target_type: row.target_type,
      alert_id: row.alert,
      status: row.status,
      status_code: row.status_code,
      attempts: row.attempts,
      error: row.error,
      created_at: iso(row.at),
    })),
    limit,
    offset,
  }
}

/** Returns the enabled targets that receive the alerts of a rule. */
export const targetsOfRule = (db: Reader, visibility: Visibility, rule: string): readonly WebhookShape[] =>
  webhookTargets(db, visibility).filter(
    ({ enabled, rule_ids }) => enabled && (rule_ids === null || rule_ids.includes(rule)),
  )

const due = (visibility: Visibility): Filter => new Filter(visibility, 'target')

/** Returns the number of pending deliveries. */
export const countDue = (db: Reader, visibility: Visibility): number => {
  const { where, params } = due(visibility)
  return db.get<{ n: number }>(`select count(*) as n from p_webhook_due ${where}`, ...params)?.n ?? 0
}

/** Returns the alerts that are pending for a target, oldest first, at most `limit`. */
export const dueTo = (db: Reader, visibility: Visibility, target: string, limit: number): readonly number[] => {
  const { where, params } = due(visibility).and('target = ?', target)
  return db
    .all<{ alert: number }>(`select alert from p_webhook_due ${where} order by alert limit ?`, ...params, limit)
    .map(({ alert }) => alert)
}

/** Returns the targets with pending deliveries. */
export const targetsInDebt = (db: Reader, visibility: Visibility): readonly string[] => {
  const { where, params } = due(visibility)
  return db
    .all<{ target: string }>(`select distinct target from p_webhook_due ${where}`, ...params)
    .map(({ target }) => target)
}

/** Returns the oldest alert that is pending for a target. */
export const firstDue = (db: Reader, visibility: Visibility, target: string): number | undefined =>
  dueTo(db, visibility, target, 1)[0]

export const isDue = (db: Reader, visibility: Visibility, target: string, alert: number): boolean => {
  const { where, params } = due(visibility).and('target = ? and alert = ?', target, alert)
  return db.get(`select 1 from p_webhook_due ${where}`, ...params) !== undefined
}
