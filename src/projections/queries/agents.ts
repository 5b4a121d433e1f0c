import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { type Instant, iso } from '../../domain/time.js'
import type { AgentStatus, AwaitingReason, Situation } from '../../domain/session/status.js'
import type { Reader, SqlValue } from '../sql.js'
import { NO_USAGE, type UsageTotals, usageOfAgents } from './costs.js'
import { Filter, type Scope } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'

interface AgentRow {
  readonly stream: number
  readonly id: string
  readonly session_id: string
  readonly name: string
  readonly type: 'main' | 'subagent'
  readonly subagent_type: string | null
  readonly status: AgentStatus
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
  readonly status_since: Instant
  readonly why_ref: number | null
  readonly why_type: string | null
  readonly workflow_run: string | null
  readonly workflow_phase: string | null
  /** That of its session for the main agent, else null. */
  readonly situation: Situation | null
}

/** The main agents. What changes with each of their steps is stored in their session's row. */
const MAINS = `select s.stream, s.id || '-main' as id, s.id as session_id,
    coalesce(s.main_name, 'Main Agent - ' || s.name) as name, 'main' as type, null as subagent_type,
    s.main_status as status, s.main_task as task, s.main_tool as current_tool, s.started_at, s.main_ended_at as ended_at,
    null as parent, s.main_metadata as metadata, s.awaiting_since, s.awaiting_reason, s.last_at, 0 as has_file,
    s.situation_since as status_since, s.why_ref, s.why_type, null as workflow_run, null as workflow_phase,
    s.situation
  from p_session s`
/** The parent, if that agent exists: a session created through the API may have no main agent. */
const PARENT = `case when a.parent = s.id || '-main' then iif(s.main_status is null, null, a.parent)
    else (select p.id from p_agent p where p.stream = a.stream and p.id = a.parent) end as parent`
const OTHERS = `select a.stream, a.id, s.id as session_id, a.name, a.type, a.subagent_type, a.status, a.task,
    a.current_tool, a.started_at, a.ended_at, ${PARENT}, a.metadata, null as awaiting_since, null as awaiting_reason,
    a.last_at, a.has_file, a.status_since, a.why_ref, a.why_type, w.run as workflow_run, w.phase as workflow_phase,
    null as situation
  from p_agent a join p_session s on s.stream = a.stream
  left join p_workflow_agent w on w.stream = a.stream and w.agent = a.id`
const HAS_MAIN = 's.main_status is not null'
const MAIN_SUFFIX = '-main'
/** Whether it is the agent the user talks to. An agent created through the API may have type `main`, but is another agent. */
export const isMain = ({ id, session_id }: Pick<AgentRow, 'id' | 'session_id'>): boolean =>
  id === session_id + MAIN_SUFFIX

/** A subagent never waits for the user: its session does. */
const SITUATIONS: Readonly<Record<AgentStatus, Situation>> = {
  working: 'working',
  waiting: 'your_turn',
  completed: 'done',
  error: 'failed',
}

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
  situation: row.situation ?? SITUATIONS[row.status],
  status_since: iso(row.status_since),
  status_event_id: row.why_ref,
  status_event_type: row.why_type,
  workflow_run_id: row.workflow_run,
  workflow_phase: row.workflow_phase,
  last_activity: iso(row.last_at),
  agent_type: row.type,
  input_tokens: usage.input_tokens,
  output_tokens: usage.output_tokens,
  // A main agent's cost is the total of its session; the contract shows it there, not here.
  cost: row.type === 'main' ? 0 : toUsd(usage.cost),
})

export type AgentShape = ReturnType<typeof toShape>

const metadataOf = (row: AgentRow, usage: UsageTotals): string | null => {
  if (usage === NO_USAGE) return row.metadata
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage
  const tokens = { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }
  const own = row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>)
  return JSON.stringify({ ...own, tokens })
}

const shaped = (db: Reader, visibility: Visibility, book: PriceBook, rows: readonly AgentRow[]): AgentShape[] => {
  const usage = new Map<number, Map<string, UsageTotals>>()
  return rows.map((row) => {
    const ofSession = usage.get(row.stream) ?? usageOfAgents(db, visibility, book, row.stream)
    usage.set(row.stream, ofSession)
    return toShape(row, ofSession.get(isMain(row) ? '' : row.id) ?? NO_USAGE)
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
  const sessions = [...query.session_ids, ...(query.session_id === undefined ? [] : [query.session_id])]
  const { status } = query
  const wanted = status === 'connected' || status === 'idle' ? 'waiting' : status
  const filter = (column: string): Filter => {
    const scoped = new Filter(visibility, 's.owner').in('s.source', query.sources).in('s.provider', query.providers)
    scoped.in('s.id', sessions)
    if (wanted === undefined) return scoped
    // Repeats the condition of a partial index literally, so that SQLite can use the index.
    const kinds = wanted === 'working' || wanted === 'waiting' ? `'working', 'waiting'` : `'completed', 'error'`
    return scoped.and(`${column} = ?`, wanted).and(`${column} in (${kinds})`)
  }
  const mains = filter('s.main_status').and(HAS_MAIN)
  const others = filter('a.status')
  // An idle agent waits for the user, so only main agents can be idle.
  if (status === 'idle') others.and(`a.type = 'main'`)
  const reach = query.limit + query.offset
  // Each half uses its own index on the time, then they are merged. All parts have the same total order, down to the last
  // tie-breaker: otherwise a half could omit a row that belongs on the page.
  const rows = db.all<AgentRow>(
    `select * from (${MAINS} ${mains.where} order by s.last_at desc, s.stream desc limit ?)
     union all select * from (${OTHERS} ${others.where} order by a.last_at desc, a.stream desc, a.id desc limit ?)
     order by last_at desc, stream desc, id desc limit ? offset ?`,
    ...mains.params,
    reach,
    ...others.params,
    reach,
    query.limit,
    query.offset,
  )
  return shaped(db, visibility, book, rows)
}

/** Returns the total number of agents. */
export const countAgents = (db: Reader, visibility: Visibility): number => {
  const filter = new Filter(visibility, 'owner')
  return (
    db.get<{ n: number }>(
      `select coalesce(sum(n), 0) as n from (select n from p_agent_group ${filter.where}
       union all select n from p_session_group ${filter.whereAnd(`main_status <> ''`)})`,
      ...filter.params,
      ...filter.params,
    )?.n ?? 0
  )
}

/** Returns all agents of a session: the main one first, then by start. */
export const agentsOfSession = (db: Reader, visibility: Visibility, book: PriceBook, stream: number): AgentShape[] => {
  const main = new Filter(visibility, 's.owner').and('s.stream = ?', stream).and(HAS_MAIN)
  const others = new Filter(visibility, 's.owner').and('a.stream = ?', stream)
  return shaped(db, visibility, book, [
    ...db.all<AgentRow>(`${MAINS} ${main.where}`, ...main.params),
    ...db.all<AgentRow>(
      `${OTHERS} ${others.where} order by a.type = 'main' desc, a.started_at, a.id`,
      ...others.params,
    ),
  ])
}

/** Returns the agent with an id; of several, the one that was last active. A fork's CLI may repeat its parent's agents. */
export const agentById = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  id: string,
): { readonly stream: number; readonly agent: AgentShape } | undefined => {
  const row = mainById(db, visibility, id) ?? otherBy(db, visibility, 'a.id = ?', id)
  return row === undefined
    ? undefined
    : { stream: row.stream, agent: shaped(db, visibility, book, [row])[0] as AgentShape }
}

const mainById = (db: Reader, visibility: Visibility, id: string): AgentRow | undefined => {
  if (!id.endsWith(MAIN_SUFFIX)) return undefined
  const filter = new Filter(visibility, 's.owner').and('s.id = ?', id.slice(0, -MAIN_SUFFIX.length)).and(HAS_MAIN)
  return db.get<AgentRow>(`${MAINS} ${filter.where}`, ...filter.params)
}

const otherBy = (
  db: Reader,
  visibility: Visibility,
  condition: string,
  ...params: readonly SqlValue[]
): AgentRow | undefined => {
  const filter = new Filter(visibility, 's.owner').and(condition, ...params)
  return db.get<AgentRow>(`${OTHERS} ${filter.where} order by a.last_at desc limit 1`, ...filter.params)
}

/** Returns one agent by its key, for broadcasts. */
export const agentByKey = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
  id: string,
): AgentShape | undefined => {
  const main = mainById(db, visibility, id)
  const row = main?.stream === stream ? main : otherBy(db, visibility, 'a.stream = ? and a.id = ?', stream, id)
  return row === undefined ? undefined : shaped(db, visibility, book, [row])[0]
}
