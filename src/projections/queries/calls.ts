import type { Visibility } from '../../domain/access/visibility.js'
import { type CallOutcome, callOutcome } from '../../domain/session/call-outcome.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader, SqlValue } from '../sql.js'
import { type EventQuery, filterOf } from './events.js'
import { Filter, type Scope } from './filter.js'

interface CallRow {
  readonly session: string
  readonly session_name: string
  readonly session_cwd: string | null
  readonly agent: string | null
  readonly agent_name: string | null
  readonly call: string
  readonly tool: string | null
  readonly target: string | null
  readonly started_at: Instant | null
  readonly ended_at: Instant | null
  readonly duration_ms: number | null
  readonly ok: number | null
  readonly error: string | null
  readonly start_event: number | null
  readonly end_event: number | null
  readonly line: number | null
  /** 1 if the agent is still working on it, and if it waits for the user. */
  readonly is_current: number
  readonly is_waiting: number
  readonly input: string | null
  readonly response: string | null
}

const toShape = (row: CallRow) => ({
  id: row.call,
  session_id: row.session,
  session_name: row.session_name,
  session_cwd: row.session_cwd,
  agent_id: row.agent ?? `${row.session}-main`,
  /** Null for the main agent. */
  agent_name: row.agent === null ? null : row.agent_name,
  tool_name: row.tool || 'unknown',
  target: row.target,
  state: stateOf(row),
  started_at: iso(row.started_at),
  ended_at: iso(row.ended_at),
  duration_ms: durationOf(row),
  error: row.error,
  outcome: outcomeOf(row),
  start_event_id: row.start_event,
  end_event_id: row.end_event,
  line: row.line,
})

export type CallShape = ReturnType<typeof toShape>

const stateOf = ({ ended_at, ok, is_current, is_waiting }: CallRow) => {
  if (ended_at !== null) return ok === 0 ? ('failed' as const) : ('done' as const)
  if (is_current === 0) return 'unfinished' as const
  return is_waiting === 0 ? ('running' as const) : ('waiting' as const)
}

const durationOf = ({ duration_ms, started_at, ended_at }: CallRow): number | null => {
  if (duration_ms !== null) return Math.round(duration_ms)
  return started_at === null || ended_at === null ? null : Math.max(0, Math.round(ended_at - started_at))
}

const outcomeOf = ({ tool, ok, input, response }: CallRow): CallOutcome | null =>
  ok !== 1 || tool === null || response === null
    ? null
    : callOutcome(tool, input === null ? null : JSON.parse(input), JSON.parse(response))

/** Bytes of a stored event: longer ones are not parsed for a list. */
const MOST_BYTES = 64 * 1024

const COLUMNS = `s.id as session, s.name as session_name, s.cwd as session_cwd, c.agent, a.name as agent_name, c.id as call,
  c.tool, c.target, c.started_at, c.ended_at, c.duration_ms, c.ok, c.error,
  coalesce(c.hook_pre, c.line_pre) as start_event, coalesce(c.hook_post, c.line_post) as end_event,
  (select r.data ->> '$.line' from log r where r.position = c.line_pre) as line`

/** The id of the call that a log row `l` reports. Hooks without one are stored under their position. */
const CALL_ID = `coalesce(case l.type
  when 'hook-received' then l.data ->> '$.payload.tool_use_id'
  when 'reply-recorded' then l.data ->> '$.tool.id'
  when 'tool-result-recorded' then l.data ->> '$.id' end, '#' || l.position)`

const memberOfPayload = (name: string): string =>
  `case when l.type = 'hook-received' and octet_length(l.data) <= ${MOST_BYTES} then l.data -> '$.payload.${name}' end`

// The page is selected from the narrow table first; log rows are read for its rows only.
const DETAILS = `, told as materialized (
    select p.n, e.stream, ${CALL_ID} as call, ${memberOfPayload('tool_input')} as input,
      ${memberOfPayload('tool_response')} as response
    from page p cross join p_event e on e.at = p.at and e.id = p.id cross join log l on l.position = e.id)
  select ${COLUMNS}, 0 as is_current, 0 as is_waiting, t.input, t.response
  from told t cross join p_call c on c.stream = t.stream and c.id = t.call
  cross join p_session s on s.stream = t.stream left join p_agent a on a.stream = c.stream and a.id = c.agent`

/** Where a page starts: after this event. */
export interface CallCursor {
  readonly at: Instant
  readonly id: number
}

export interface CallQuery extends Scope {
  readonly limit: number
  readonly before: CallCursor | null
  readonly failed: boolean
  readonly tool_name: readonly string[]
  readonly session_id: readonly string[]
  readonly agent_id: readonly string[]
  readonly cwd: readonly string[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

/** Events that report a result; a search also finds the start of a call. */
const RESULTS = ['PostToolUse', 'PostToolUseFailure'] as const
export const CALL_EVENTS = ['PreToolUse', ...RESULTS] as const

const eventQuery = (query: CallQuery, kind: string): EventQuery => ({ ...query, offset: 0, event_type: [kind] })

/** Returns finished calls, the last finished first. A fork's repeats of its parent's calls are left out. */
export const listCalls = (
  db: Reader,
  visibility: Visibility,
  query: CallQuery,
): { readonly calls: readonly CallShape[]; readonly next: CallCursor | null } => {
  const kinds = query.failed ? RESULTS.slice(1) : RESULTS
  const parts = kinds.map((kind) => {
    const filter = filterOf(visibility, eventQuery(query, kind))
    if (query.before !== null) filter.and('(e.at, e.id) < (?, ?)', query.before.at, query.before.id)
    if (query.cwd.length > 0) {
      const sessions = new Filter(visibility, 'owner').in('cwd', query.cwd)
      filter.and(`e.stream in (select stream from p_session ${sessions.where})`, ...sessions.params)
    }
    return filter
  })
  const newest = parts.map(
    ({ where }) => `select * from (select e.at, e.id from p_event e ${where} order by e.at desc, e.id desc limit ?)`,
  )
  const places = db.all<CallCursor & Record<string, never>>(
    `${newest.join(' union all ')} order by at desc, id desc limit ?`,
    ...parts.flatMap(({ params }) => [...params, query.limit]),
    query.limit,
  )
  const last = places.at(-1)
  return {
    calls: callsAt(db, visibility, places),
    next: last === undefined || places.length < query.limit ? null : { at: last.at, id: last.id },
  }
}

/** Returns the calls that events report, in the order of the events and each once. */
export const callsAt = (db: Reader, visibility: Visibility, places: readonly CallCursor[]): readonly CallShape[] => {
  const filter = new Filter(visibility, 's.owner')
  const rows = db.all<CallRow>(
    `with page as materialized (select j.key as n, j.value ->> 'at' as at, j.value ->> 'id' as id from json_each(?) j)
     ${DETAILS} ${filter.where} order by t.n`,
    JSON.stringify(places),
    ...filter.params,
  )
  const seen = new Set<string>()
  return rows
    .filter(({ session, call }) => !seen.has(`${session} ${call}`) && seen.add(`${session} ${call}`))
    .map(toShape)
}

/** Nobody reads more at a time. */
const MOST_OPEN = 200

// A reply of the model may contain several calls, which run at once. Those from before the agent last became idle are over,
// with or without a result.
const MAIN_WORKS = `s.status = 'active' and s.main_tool is not null and c.started_at >= s.main_idle_since`
const SUBAGENT_WORKS = `a.status in ('working', 'waiting') and a.current_tool is not null and c.started_at >= a.idle_since`
const IS_CURRENT = `coalesce(iif(c.agent is null, ${MAIN_WORKS}, ${SUBAGENT_WORKS}), 0)`
/** Whether the question to the user may be about this call. It names an agent and a tool, a notification only an agent. */
const IS_WAITING = `s.situation = 'needs_you' and c.agent is s.why_agent
  and coalesce(s.headline ->> '$.tool', c.tool) = c.tool`
const OPEN_COLUMNS = `${COLUMNS}, ${IS_CURRENT} as is_current, ${IS_WAITING} as is_waiting, null as input, null as response`

/** Returns the calls that agents are working on; of one session, also those that never got a result. Newest first. */
export const openCalls = (db: Reader, visibility: Visibility, query: CallQuery): readonly CallShape[] => {
  if (query.failed) return []
  const filter = new Filter(visibility, 's.owner')
    .in('s.source', query.sources)
    .in('s.provider', query.providers)
    .in('s.cwd', query.cwd)
    .in('c.tool', query.tool_name)
    .and(`c.ended_at is null and c.repeats = 0 and c.tool <> ''`)
  const of = query.session_id.length > 0 ? openOfSessions(query.session_id) : openOfAll
  const rows = db.all<CallRow>(
    `with open as materialized (${of.sql})
     select ${OPEN_COLUMNS} from open o cross join p_call c on c.stream = o.stream and c.id = o.call
     cross join p_session s on s.stream = c.stream left join p_agent a on a.stream = c.stream and a.id = c.agent
     ${filter.where} order by c.started_at desc limit ${MOST_OPEN}`,
    ...of.params,
    ...filter.params,
  )
  return rows.map(toShape)
}

interface Part {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

// `status` repeats the conditions of partial indexes: only live sessions and agents are read.
const openOfAll: Part = {
  sql: `select s.stream, c.id as call from p_session s
      cross join p_call c on c.stream = s.stream and c.agent is null and c.ended_at is null where ${MAIN_WORKS}
    union all select a.stream, c.id as call from p_agent a
      cross join p_call c on c.stream = a.stream and c.agent = a.id and c.ended_at is null where ${SUBAGENT_WORKS}`,
  params: [],
}

const openOfSessions = (ids: readonly string[]): Part => ({
  sql: `select c.stream, c.id as call from p_session s cross join p_call c on c.stream = s.stream
    where s.id in (select value from json_each(?)) and c.ended_at is null`,
  params: [JSON.stringify(ids)],
})
