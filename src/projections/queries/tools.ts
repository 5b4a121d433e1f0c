import type { Visibility } from '../../domain/access/visibility.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { COMMON_TOOLS, isRare } from '../tool-call.js'
import { Filter, type Scope } from './filter.js'

interface CallRow {
  readonly id: number
  readonly session: string
  readonly agent: string | null
  readonly tool: string
  readonly started_at: Instant | null
  readonly ended_at: Instant
  readonly duration_ms: number | null
  readonly ok: number
  readonly error: string | null
}

const SELECT = `select coalesce(c.hook_post, c.line_post) as id, s.id as session, c.agent, c.tool, c.started_at, c.ended_at,
  c.duration_ms, c.ok, c.error from p_call c join p_session s on s.stream = c.stream`

const toShape = (row: CallRow) => ({
  id: row.id,
  agent_id: row.agent ?? `${row.session}-main`,
  session_id: row.session,
  tool_name: row.tool || 'unknown',
  duration_ms: Math.round(row.duration_ms ?? Math.max(0, row.ended_at - (row.started_at ?? row.ended_at))),
  success: row.ok === 0 ? (0 as const) : (1 as const),
  error_message: row.error,
  created_at: iso(row.ended_at),
})

type ToolShape = ReturnType<typeof toShape>

interface ToolQuery extends Scope {
  readonly limit: number
  readonly offset: number
  readonly tool_name: readonly string[]
  readonly success: boolean | undefined
}

/** Returns finished tool calls, newest first, without a fork's repeats of its parent's calls. */
export const listTools = (db: Reader, visibility: Visibility, query: ToolQuery): ToolShape[] => {
  const filter = new Filter(visibility, 's.owner')
    .and('c.ended_at is not null and c.repeats = 0')
    .in('s.source', query.sources)
    .in('s.provider', query.providers)
    .in('c.tool', query.tool_name)
  // Repeats the condition of a partial index literally, so that SQLite can use the index.
  if (query.tool_name.length > 0 && query.tool_name.every((tool) => !isCommon(tool))) {
    filter.and(isRare('c.tool'))
  } else if (query.tool_name.length > 0 && !isCalled(db, query.tool_name)) return []
  if (query.success !== undefined) filter.and('c.ok = ?', query.success ? 1 : 0)
  const rows = db.all<CallRow>(
    `${SELECT} ${filter.where} order by c.ended_at desc, c.stream desc, c.id desc limit ? offset ?`,
    ...filter.params,
    query.limit,
    query.offset,
  )
  return rows.map(toShape)
}

const isCommon = (tool: string): boolean => COMMON_TOOLS.some((common) => common === tool)

const isCalled = (db: Reader, tools: readonly string[]): boolean =>
  db.get(
    'select 1 from p_event_group where tool in (select value from json_each(?)) limit 1',
    JSON.stringify(tools),
  ) !== undefined

/** Finished calls by tool and outcome. */
export interface FinishedCalls {
  readonly tool: string
  readonly ok: boolean
  readonly n: number
}

/** Returns how many of the calls match a query. */
export const countFinished = (calls: readonly FinishedCalls[], { tool_name, success }: ToolQuery): number =>
  calls
    .filter(({ tool, ok }) => (tool_name.length === 0 || tool_name.includes(tool)) && (success ?? ok) === ok)
    .reduce((sum, { n }) => sum + n, 0)

/** Returns finished tool calls of one agent, without a fork's repeats; `agent` null is the main agent. */
export const toolsOfAgent = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  agent: string | null,
  page: { readonly limit: number; readonly offset: number },
): ToolShape[] => {
  const filter = new Filter(visibility, 's.owner')
    .and('c.ended_at is not null and c.repeats = 0')
    .and('c.stream = ? and c.agent is ?', stream, agent)
  return db
    .all<CallRow>(
      `${SELECT} ${filter.where} order by c.ended_at desc, c.stream desc, c.id desc limit ? offset ?`,
      ...filter.params,
      page.limit,
      page.offset,
    )
    .map(toShape)
}
