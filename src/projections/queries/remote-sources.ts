import type { Visibility } from '../../domain/access/visibility.js'
import type { RemoteSettings, RemoteSource } from '../../domain/remote/source.js'
import type { Instant } from '../../domain/time.js'
import type { Reader, SqlValue } from '../sql.js'
import { Filter } from './filter.js'

/** A source with its stored state. */
export interface StoredSource extends RemoteSource {
  readonly ok: boolean | null
  readonly error: string | null
  readonly counts: Readonly<Record<string, number>> | null
  readonly syncedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly sessions: number
}

interface Row {
  readonly id: string
  readonly settings: string
  readonly ok: number | null
  readonly error: string | null
  readonly counts: string | null
  readonly synced_at: Instant | null
  readonly created_at: Instant
  readonly updated_at: Instant
  readonly sessions: number
}

const stored = (row: Row): StoredSource => ({
  id: row.id,
  ...(JSON.parse(row.settings) as RemoteSettings),
  ok: row.ok === null ? null : row.ok === 1,
  error: row.error,
  counts: row.counts === null ? null : (JSON.parse(row.counts) as Record<string, number>),
  syncedAt: row.synced_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  sessions: row.sessions,
})

const sourcesWhere = (
  db: Reader,
  visibility: Visibility,
  ...condition: readonly [sql: string, ...params: SqlValue[]] | readonly []
): readonly StoredSource[] => {
  const sessions = new Filter(visibility, 's.owner').and('s.source = r.id')
  const sources = new Filter(visibility, 'r.owner')
  const [sql, ...params] = condition
  if (sql !== undefined) sources.and(sql, ...params)
  return db
    .all<Row>(
      `select r.*, (select coalesce(sum(n), 0) from p_session_group s ${sessions.where}) as sessions
       from p_remote_source r ${sources.where} order by r.created_at, r.id`,
      ...sessions.params,
      ...sources.params,
    )
    .map(stored)
}

export const remoteSources = (db: Reader, visibility: Visibility): readonly StoredSource[] =>
  sourcesWhere(db, visibility)

export const remoteSource = (db: Reader, visibility: Visibility, id: string): StoredSource | undefined =>
  sourcesWhere(db, visibility, 'r.id = ?', id)[0]

export const sessionsOfSource = (db: Reader, visibility: Visibility, id: string): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and('source = ?', id)
  return db.all<{ id: string }>(`select id from p_session ${where}`, ...params).map((row) => row.id)
}

export const sourceOfSession = (db: Reader, visibility: Visibility, session: string): string | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', session)
  return db.get<{ source: string }>(`select source from p_session ${where}`, ...params)?.source
}

/**
 * Whether a source is this machine or a remote one that is still read, and not a removed source or one that only a bundle
 * contained.
 */
export const isKnownSource = (db: Reader, visibility: Visibility, source: string): boolean => {
  if (source === 'local') return true
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', source)
  return db.get(`select 1 from p_remote_source ${where}`, ...params) !== undefined
}

/** Returns the number of sources, by whether they are enabled, for the metrics. */
export const sourcesByEnabled = (db: Reader, visibility: Visibility): Readonly<Record<'true' | 'false', number>> => {
  const counts = { true: 0, false: 0 }
  const { where, params } = new Filter(visibility, 'owner')
  for (const { enabled, n } of db.all<{ enabled: number; n: number }>(
    `select enabled, count(*) as n from p_remote_source ${where} group by enabled`,
    ...params,
  )) {
    counts[enabled === 1 ? 'true' : 'false'] = n
  }
  return counts
}

/** Returns whose a remote source is. */
export const ownerOfSource = (db: Reader, visibility: Visibility, id: string): string | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get<{ owner: string }>(`select owner from p_remote_source ${where}`, ...params)?.owner
}
