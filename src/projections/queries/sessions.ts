import type { Visibility } from '../../domain/access/visibility.js'
import { type Money, shownUsd } from '../../domain/pricing/cost.js'
import { type Instant, iso } from '../../domain/time.js'
import type { AwaitingReason, SessionStatus, Situation } from '../../domain/session/derive.js'
import type { Note } from '../../domain/session/mark.js'
import type { Reader, SqlValue } from '../sql.js'
import { NO_USAGE, usageOfSessions } from './costs.js'
import { Filter } from './filter.js'
import type { PriceBook } from './price-book.js'
import { countSessions, sessionFilter, type SessionMatch } from './session-filter.js'

interface SessionRow {
  readonly stream: number
  readonly id: string
  readonly provider: 'claude' | 'codex'
  readonly source: string
  readonly name: string
  readonly status: SessionStatus
  readonly cwd: string | null
  readonly model: string | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
  readonly last_at: Instant
  readonly awaiting_since: Instant | null
  readonly awaiting_reason: AwaitingReason | null
  readonly situation: Situation
  readonly situation_since: Instant
  readonly why_ref: number | null
  readonly why_type: string | null
  readonly headline: string | null
  readonly subagents: string
  readonly agent_count: number
  readonly metadata: string | null
  readonly transcript_path: string | null
  readonly prompt: string | null
  readonly pid: number | null
}

const COLUMNS = `stream, id, provider, source, name, status, cwd, model, started_at, ended_at, last_at, awaiting_since,
  awaiting_reason, situation, situation_since, why_ref, why_type, headline, subagents, agent_count, metadata,
  transcript_path, prompt, pid`

/** What a row needs beyond its table. */
export interface SessionContext {
  readonly db: Reader
  readonly book: PriceBook
  /** Whether a process lives; null where that cannot be seen. */
  readonly isAlive: (pid: number) => boolean | null
}

const toShape = (context: SessionContext, row: SessionRow, cost: Money) => ({
  id: row.id,
  name: row.name,
  status: row.status,
  cwd: row.cwd,
  model: row.model,
  started_at: iso(row.started_at),
  ended_at: iso(row.ended_at),
  metadata: row.metadata,
  updated_at: iso(row.last_at),
  agent_count: row.agent_count,
  last_activity: iso(row.last_at),
  cost: shownUsd(cost),
  awaiting_input_since: iso(row.awaiting_since),
  awaiting_reason: row.awaiting_reason,
  lane_id: null as number | null,
  tool: row.provider === 'codex' ? ('cli_b' as const) : ('cli_a' as const),
  source: row.source,
  provider: row.provider,
  transcript_path: row.transcript_path,
  prompt_preview: row.prompt,
  situation: row.situation,
  situation_since: iso(row.situation_since),
  situation_event_id: row.why_ref,
  situation_event_type: row.why_type,
  headline: row.headline === null ? null : (JSON.parse(row.headline) as Note),
  subagents: JSON.parse(row.subagents) as Readonly<Record<string, number>>,
  process_alive: row.pid === null || row.status !== 'active' ? null : context.isAlive(row.pid),
})

export type SessionShape = ReturnType<typeof toShape>

const shaped = (context: SessionContext, rows: readonly SessionRow[]): SessionShape[] => {
  const usage = usageOfSessions(
    context.db,
    context.book,
    rows.map(({ stream }) => stream),
  )
  return rows.map((row) => toShape(context, row, (usage.get(row.stream) ?? NO_USAGE).cost))
}

export interface SessionQuery extends SessionMatch {
  readonly limit: number
  readonly offset: number
  readonly sort_by: 'time' | 'duration' | 'price' | undefined
  readonly sort_desc: boolean | undefined
}

/** A page of sessions with the number of all that match. */
export const listSessions = (
  context: SessionContext,
  visibility: Visibility,
  query: SessionQuery,
): { readonly sessions: SessionShape[]; readonly total: number } => {
  const { db } = context
  const filter = sessionFilter(visibility, query)
  const total = countSessions(db, visibility, query)
  const direction = query.sort_desc === false ? 'asc' : 'desc'
  if (query.sort_by === 'price') return { sessions: byPrice(context, filter, query, direction), total }
  const order =
    query.sort_by === 'duration' ? `coalesce(ended_at, last_at) - started_at ${direction}` : `last_at ${direction}`
  const rows = db.all<SessionRow>(
    `select ${COLUMNS} from p_session ${filter.where} order by ${order}, stream ${direction} limit ? offset ?`,
    ...filter.params,
    query.limit,
    query.offset,
  )
  return { sessions: shaped(context, rows), total }
}

/** Prices follow the rules, not a column: all that match are priced, then one page is read. */
const byPrice = (
  context: SessionContext,
  filter: Filter,
  query: SessionQuery,
  direction: 'asc' | 'desc',
): SessionShape[] => {
  const { db, book } = context
  const streams = db.all<{ stream: number }>(`select stream from p_session ${filter.where}`, ...filter.params)
  const usage = usageOfSessions(
    db,
    book,
    streams.map(({ stream }) => stream),
  )
  const cost = (stream: number): Money => (usage.get(stream) ?? NO_USAGE).cost
  const sign = direction === 'asc' ? 1 : -1
  const page = streams
    .map(({ stream }) => stream)
    .sort((a, b) => sign * (cost(a) === cost(b) ? a - b : cost(a) < cost(b) ? -1 : 1))
    .slice(query.offset, query.offset + query.limit)
  const rows = rowsOf(db, page)
  return shaped(
    context,
    page.flatMap((stream) => rows.get(stream) ?? []),
  )
}

const rowsOf = (db: Reader, streams: readonly number[]): Map<number, SessionRow> =>
  new Map(
    db
      .all<SessionRow>(
        `select ${COLUMNS} from p_session where stream in (select value from json_each(?))`,
        JSON.stringify(streams),
      )
      .map((row) => [row.stream, row]),
  )

const one = (db: Reader, visibility: Visibility, condition: string, value: SqlValue): SessionRow | undefined => {
  const filter = new Filter(visibility).and(condition, value)
  return db.get<SessionRow>(`select ${COLUMNS} from p_session ${filter.where}`, ...filter.params)
}

export const sessionById = (
  context: SessionContext,
  visibility: Visibility,
  id: string,
): { readonly stream: number; readonly session: SessionShape } | undefined => {
  const row = one(context.db, visibility, 'id = ?', id)
  return row === undefined ? undefined : { stream: row.stream, session: shaped(context, [row])[0] as SessionShape }
}

/** Sessions by their stream, for broadcasts. */
export const sessionsByStream = (
  context: SessionContext,
  visibility: Visibility,
  streams: readonly number[],
): readonly { readonly stream: number; readonly session: SessionShape }[] => {
  if (visibility.scope === 'nothing' || streams.length === 0) return []
  const rows = [...rowsOf(context.db, streams).values()]
  return shaped(context, rows).map((session, i) => ({ stream: rows[i]?.stream ?? 0, session }))
}

export const streamOfSession = (db: Reader, visibility: Visibility, id: string): number | undefined =>
  one(db, visibility, 'id = ?', id)?.stream
