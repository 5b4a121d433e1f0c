import { userNumber } from '../../domain/access/author.js'
import { iso } from '../../domain/time.js'
import type { Reader, SqlValue } from '../sql.js'

interface AuditQuery {
  readonly limit: number
  /** Rows older than this one. */
  readonly before: number | null
  /** Rows by this user, or about a row of this user. */
  readonly user: number | null
  readonly kind: string | null
}

interface Stored {
  readonly id: number
  readonly at: number
  readonly kind: string
  readonly action: string | null
  readonly reader: string
  readonly owner: number | null
  readonly session: string | null
  readonly lane: number | null
  readonly route: string | null
  readonly fields: string
  readonly detail: string | null
  readonly via: string
  readonly readerName: string | null
  readonly ownerName: string | null
}

/** Returns the rows of the audit log, newest first. Names are those of the users, also of deleted ones. */
export const auditRows = (db: Reader, { limit, before, user, kind }: AuditQuery) => {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const and = (condition: string, ...values: readonly SqlValue[]): void => {
    conditions.push(condition)
    params.push(...values)
  }
  if (before !== null) and('a.id < ?', before)
  if (user !== null) and('(a.owner = ? or a.reader = ?)', user, `user:${user}`)
  if (kind !== null) and('a.kind = ?', kind)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const found = db.all<Stored>(
    `select a.id, a.at, a.kind, a.action, a.reader, a.owner, a.session, a.lane, a.route, a.fields, a.detail, a.via,
       r.username as readerName, o.username as ownerName
     from p_audit a left join p_user r on a.reader = 'user:' || r.id left join p_user o on o.id = a.owner
     ${where} order by a.id desc limit ?`,
    ...params,
    limit + 1,
  )
  const rows = found.slice(0, limit).map((row) => ({
    id: row.id,
    at: iso(row.at),
    kind: row.kind,
    action: row.action,
    reader_id: userNumber(row.reader),
    reader: row.readerName ?? row.reader,
    owner_id: row.owner,
    owner: row.ownerName,
    session_id: row.session,
    lane_id: row.lane,
    route: row.route,
    fields: JSON.parse(row.fields) as string[],
    detail: row.detail,
    via: row.via,
  }))
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}
