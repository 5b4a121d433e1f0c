import type { RemoteSettings, RemoteSource } from '../../domain/remote/source.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'

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

const SELECT = `select r.*, (select coalesce(sum(n), 0) from p_session_group s where s.source = r.id) as sessions from p_remote_source r`

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

export const remoteSources = (db: Reader): readonly StoredSource[] =>
  db.all<Row>(`${SELECT} order by r.created_at, r.id`).map(stored)

export const remoteSource = (db: Reader, id: string): StoredSource | undefined => {
  const row = db.get<Row>(`${SELECT} where r.id = ?`, id)
  return row === undefined ? undefined : stored(row)
}

export const sessionsOfSource = (db: Reader, id: string): readonly string[] =>
  db.all<{ id: string }>('select id from p_session where source = ?', id).map((row) => row.id)

export const sourceOfSession = (db: Reader, session: string): string | undefined =>
  db.get<{ source: string }>('select source from p_session where id = ?', session)?.source

/**
 * Whether a source is this machine or a remote one that is still read, and not a removed source or one that only a bundle
 * contained.
 */
export const isKnownSource = (db: Reader, source: string): boolean =>
  source === 'local' || db.get('select 1 from p_remote_source where id = ?', source) !== undefined

/** Returns the number of sources, by whether they are enabled, for the metrics. */
export const sourcesByEnabled = (db: Reader): Readonly<Record<'true' | 'false', number>> => {
  const counts = { true: 0, false: 0 }
  for (const { enabled, n } of db.all<{ enabled: number; n: number }>(
    'select enabled, count(*) as n from p_remote_source group by enabled',
  )) {
    counts[enabled === 1 ? 'true' : 'false'] = n
  }
  return counts
}
