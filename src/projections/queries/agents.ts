import type { Visibility } from '../../domain/access/visibility.js'
import { shownUsd } from '../../domain/pricing/cost.js'
import { type Instant, iso } from '../../domain/time.js'
import type { AwaitingReason } from '../../domain/session/derive.js'
import type { ShownStatus } from '../../domain/session/state.js'
import type { Reader } from '../sql.js'
import { NO_USAGE, type UsageTotals, usageOfAgents } from './costs.js'
import { Filter, type Scope } from './filter.js'
import type { PriceBook } from './price-book.js'

interface AgentRow {
  readonly stream: number
  readonly id: string
  readonly session_id: string
  readonly name: string
  readonly type: 'main' | 'subagent'
  readonly subagent_type: string | null
  readonly status: ShownStatus
  readonly task: string | null
  readonly current_tool: string | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
  readonly parent: string | null
  readonly metadata: string | null
  readonly awaiting_since: Instant | null
  readonly awaiting_reason: AwaitingReason | null
  readonly last_at: Instant
  readonly has_file: number
}

const COLUMNS = `a.stream, a.id, s.id as session_id, a.name, a.type, a.subagent_type, a.status, a.task, a.current_tool,
  a.started_at, a.ended_at, a.parent, a.metadata, a.awaiting_since, a.awaiting_reason, a.has_file,
  case a.type when 'main' then s.last_at else a.last_at end as last_at`
const SUBAGENTS = 'p_agent a join p_session s on s.stream = a.stream'
const MAINS = `p_session s join p_agent a on a.stream = s.stream and a.id = s.id || '-main'`
const SELECT_FROM = (tables: string): string => `select ${COLUMNS} from ${tables}`
const SELECT = SELECT_FROM(SUBAGENTS)

const toShape = (row: AgentRow, usage: UsageTotals) => ({
  id: row.id,
  session_id: row.session_id,
  name: row.name,
  type: row.type,
  subagent_type: row.subagent_type,
  status: row.status,
  task: row.task,
  current_tool: row.current_tool,
  started_at: iso(row.started_at),
  ended_at: iso(row.ended_at),
  parent_agent_id: row.parent,
  metadata: metadataOf(row, usage),
  updated_at: iso(row.last_at),
  awaiting_input_since: iso(row.awaiting_since),
  awaiting_reason: row.awaiting_reason,
  last_activity: iso(row.last_at),
  agent_type: row.type,
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
  // A main agent's cost is its session's total; the contract shows it there, not here.
  cost: row.type === 'main' ? 0 : shownUsd(usage.cost),
})

export type AgentShape = ReturnType<typeof toShape>

const metadataOf = (row: AgentRow, usage: UsageTotals): string | null => {
  if (usage === NO_USAGE) return row.metadata
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage
  const tokens = { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }
  const own = row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>)
  return JSON.stringify({ ...own, tokens })
}

const shaped = (db: Reader, book: PriceBook, rows: readonly AgentRow[]): AgentShape[] => {
  const usage = new Map<number, Map<string, UsageTotals>>()
  return rows.map((row) => {
    const ofSession = usage.get(row.stream) ?? usageOfAgents(db, book, row.stream)
    usage.set(row.stream, ofSession)
    return toShape(row, ofSession.get(row.type === 'main' ? '' : row.id) ?? NO_USAGE)
  })
}

export interface AgentQuery extends Scope {
  readonly limit: number
  readonly offset: number
  readonly status: string | undefined
  readonly session_id: string | undefined
  readonly session_ids: readonly string[]
}

export const listAgents = (db: Reader, visibility: Visibility, book: PriceBook, query: AgentQuery): AgentShape[] => {
  const filter = new Filter(visibility).in('s.source', query.sources).in('s.provider', query.providers)
  const sessions = [...query.session_ids, ...(query.session_id === undefined ? [] : [query.session_id])]
  filter.in('s.id', sessions)
  if (query.status === 'idle') filter.and(`a.status = 'waiting' and a.type = 'main'`)
  else if (query.status !== undefined)
    filter.and('a.status = ?', query.status === 'connected' ? 'waiting' : query.status)
  // Main agents are found by their session's activity, subagents by their own: two indexes, merged.
  const newest = (type: string, join: string, column: string): string =>
    `select * from (${SELECT_FROM(join)} ${filter.whereAnd(`a.type ${type} 'main'`)} order by ${column} desc limit ?)`
  const reach = query.limit + query.offset
  const rows = db.all<AgentRow>(
    `${newest('=', MAINS, 's.last_at')} union all ${newest('<>', SUBAGENTS, 'a.last_at')}
     order by last_at desc, stream desc, id limit ? offset ?`,
    ...filter.params,
    reach,
    ...filter.params,
    reach,
    query.limit,
    query.offset,
  )
  return shaped(db, book, rows)
}

/** All agents of a session: the main one first, then by start. */
export const agentsOfSession = (db: Reader, visibility: Visibility, book: PriceBook, stream: number): AgentShape[] => {
  const filter = new Filter(visibility).and('a.stream = ?', stream)
  const rows = db.all<AgentRow>(
    `${SELECT} ${filter.where} order by a.type = 'main' desc, a.started_at, a.id`,
    ...filter.params,
  )
  return shaped(db, book, rows)
}

export const agentById = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  id: string,
): { readonly stream: number; readonly agent: AgentShape } | undefined => {
  const filter = new Filter(visibility).and('a.id = ?', id)
  const row = db.get<AgentRow>(`${SELECT} ${filter.where} order by last_at desc limit 1`, ...filter.params)
  return row === undefined ? undefined : { stream: row.stream, agent: shaped(db, book, [row])[0] as AgentShape }
}

/** One agent by its key, for broadcasts. */
export const agentByKey = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
  id: string,
): AgentShape | undefined => {
  const filter = new Filter(visibility).and('a.stream = ? and a.id = ?', stream, id)
  const row = db.get<AgentRow>(`${SELECT} ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : shaped(db, book, [row])[0]
}
