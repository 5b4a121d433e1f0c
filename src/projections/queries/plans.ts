import type { Visibility } from '../../domain/access/visibility.js'
import { type AgentPlan, todoSnapshot, type TodoSnapshot, todoStatus } from '../../domain/plan/progress.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface Row {
  readonly stream: number
  readonly session: string
  readonly provider: Provider
  readonly agent: string
  readonly agent_type: string | null
  readonly tool: string
  readonly plan_at: Instant
  readonly line: number | null
  readonly explanation: string | null
  readonly whole_at: Instant | null
  readonly id: string
  readonly place: number
  readonly text: string
  readonly status: string | null
  readonly description: string | null
}

const SELECT = `
  select p.stream, s.id as session, s.provider, p.agent, a.subagent_type as agent_type, p.tool, p.at as plan_at, p.line,
    p.explanation, p.whole_at, i.id, i.place, i.text, i.status, i.description
  from json_each(?) j cross join p_plan p on p.stream = j.value
  join p_plan_item i on i.stream = p.stream and i.agent = p.agent
  join p_session s on s.stream = p.stream
  left join p_agent a on a.stream = p.stream and a.id = p.agent`
/** Items without a text (only a change of their status was seen) and deleted items are left out. */
const SHOWN = `i.text <> '' and coalesce(i.status, '') not in ('deleted', 'removed')`
const ORDER = 'order by p.stream, p.agent, i.place, i.id'

const plansOf = (rows: readonly Row[]): AgentPlan[] => {
  const byAgent = new Map<string, Row[]>()
  for (const row of rows) byAgent.set(row.agent, [...(byAgent.get(row.agent) ?? []), row])
  return [...byAgent.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const main = first.agent === ''
    const agentId = main ? `${first.session}-main` : first.agent
    const agentType = main ? 'main' : (first.agent_type ?? 'subagent')
    const items = own.map(({ id, text, status, description }, order) => ({
      id: id.startsWith('#') ? `${agentId}:${first.tool}:${id.slice(1)}` : id,
      text,
      status: status === null ? ('pending' as const) : todoStatus(status),
      sourceStatus: status,
      order,
      agentId,
      agentType,
      description,
    }))
    const { tool, line, explanation } = first
    const plan = { agentId, agentType, tool, line, explanation, items }
    return [{ ...plan, updatedAt: iso(first.plan_at), whole: first.whole_at !== null }]
  })
}

/** Returns the plans of sessions, by stream. Sessions without a plan are missing in the result. */
export const todosOfSessions = (
  db: Reader,
  visibility: Visibility,
  streams: readonly number[],
): ReadonlyMap<number, TodoSnapshot> => {
  const { where, params } = new Filter(visibility, 's.owner').and(SHOWN)
  const rows = db.all<Row>(`${SELECT} ${where} ${ORDER}`, JSON.stringify(streams), ...params)
  const byStream = new Map<number, Row[]>()
  for (const row of rows) {
    const own = byStream.get(row.stream)
    if (own === undefined) byStream.set(row.stream, [row])
    else own.push(row)
  }
  const snapshots = new Map<number, TodoSnapshot>()
  for (const [stream, own] of byStream) {
    const snapshot = todoSnapshot(own[0]?.provider ?? 'claude', plansOf(own))
    if (snapshot !== null) snapshots.set(stream, snapshot)
  }
  return snapshots
}

/** Returns the plans of sessions, by session id. */
export const todosOfSessionIds = (
  db: Reader,
  visibility: Visibility,
  ids: readonly string[],
): ReadonlyMap<string, TodoSnapshot> => {
  const { where, params } = new Filter(visibility, 'owner').and(
    'id in (select value from json_each(?))',
    JSON.stringify(ids),
  )
  const rows = db.all<{ id: string; stream: number }>(`select id, stream from p_session ${where}`, ...params)
  const todos = todosOfSessions(
    db,
    visibility,
    rows.map(({ stream }) => stream),
  )
  return new Map(
    rows.flatMap(({ id, stream }) => {
      const snapshot = todos.get(stream)
      return snapshot === undefined ? [] : [[id, snapshot] as const]
    }),
  )
}
