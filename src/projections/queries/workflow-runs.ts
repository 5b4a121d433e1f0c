import type { Visibility } from '../../domain/access/visibility.js'
import type { WorkflowPhase, WorkflowStep } from '../../domain/companions/workflow-run.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { type AgentShape, agentsOfSession } from './agents.js'
import { type EventShape, eventsAt } from './events.js'
import { Filter, type Scope } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'

interface RunRow {
  readonly stream: number
  readonly run: string
  readonly session_id: string
  readonly task: string | null
  readonly name: string
  readonly shown_status: string
  readonly model: string | null
  readonly started_at: Instant | null
  readonly ended_at: Instant | null
  readonly duration_ms: number | null
  readonly agents: number
  readonly tokens: number
  readonly calls: number
  readonly phases: string
  readonly progress: string
  readonly script_path: string | null
  readonly journal_path: string | null
  readonly source: 'journal' | 'live'
  readonly created_at: Instant
  readonly updated_at: Instant
}

/** SQL: the status of a run. A run without a journal is over when its session is. */
const STATUS = `case when w.status = 'running' and w.source = 'live' and s.status <> 'active' then 'killed' else w.status end`
const FROM = 'from p_workflow_run w join p_session s on s.stream = w.stream'
const SELECT = `select w.*, s.id as session_id, ${STATUS} as shown_status ${FROM}`
const NEWEST_FIRST = 'order by coalesce(w.started_at, w.created_at) desc, w.stream desc, w.run desc'
const MOST_EVENTS = 5000
/** A session has a few runs; the list of runs shows the rest. */
const MOST_OF_SESSION = 200

const DONE: Readonly<Record<string, string>> = { completed: 'done', error: 'error' }

const tokensOf = ({ metadata }: AgentShape): number => {
  const { tokens } = JSON.parse(metadata ?? '{}') as { tokens?: Readonly<Record<string, number>> }
  return Object.values(tokens ?? {}).reduce((total, n) => total + n, 0)
}

/** Returns the agents of a run in the shape of its journal. */
const stepsOf = (agents: readonly AgentShape[], calls: ReadonlyMap<string, number>): readonly WorkflowStep[] =>
  agents.map((agent) => ({
    type: 'workflow_agent',
    agentId: agent.id,
    label: agent.name,
    state: DONE[agent.status] ?? 'running',
    tokens: tokensOf(agent),
    toolCalls: calls.get(agent.id) ?? 0,
    startedAt: Date.parse(agent.started_at),
    ...(agent.ended_at === null ? {} : { durationMs: Date.parse(agent.ended_at) - Date.parse(agent.started_at) }),
    ...(agent.current_tool === null ? {} : { lastToolName: agent.current_tool }),
    ...(agent.workflow_phase === null ? {} : { phaseTitle: agent.workflow_phase }),
    ...(agent.task === null ? {} : { promptPreview: agent.task.slice(0, 200) }),
  }))

const callsByAgent = (db: Reader, stream: number): ReadonlyMap<string, number> =>
  new Map(
    db
      .all<{ agent: string; n: number }>(
        `select agent, count(*) as n from p_call where stream = ? and agent in
         (select agent from p_workflow_agent where stream = ?) group by agent`,
        stream,
        stream,
      )
      .map(({ agent, n }) => [agent, n]),
  )

const sum = (steps: readonly WorkflowStep[], member: 'tokens' | 'toolCalls'): number =>
  steps.reduce((total, step) => total + (step[member] ?? 0), 0)

/** Returns the figures of a run from its journal, or from its agents if it has none yet. */
const figuresOf = (db: Reader, visibility: Visibility, book: PriceBook, row: RunRow) => {
  if (row.source === 'journal') {
    const progress = JSON.parse(row.progress) as readonly WorkflowStep[]
    return { agent_count: row.agents, total_tokens: row.tokens, total_tool_calls: row.calls, progress }
  }
  const agents = agentsOfRun(db, visibility, book, row)
  const progress = stepsOf(agents, callsByAgent(db, row.stream))
  const figures = { total_tokens: sum(progress, 'tokens'), total_tool_calls: sum(progress, 'toolCalls') }
  return { agent_count: agents.length, ...figures, progress }
}

const toShape = (db: Reader, visibility: Visibility, book: PriceBook, row: RunRow) => {
  const figures = figuresOf(db, visibility, book, row)
  return {
    run_id: row.run,
    session_id: row.session_id,
    task_id: row.task,
    name: row.name,
    status: row.shown_status,
    default_model: row.model,
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
    duration_ms: row.duration_ms,
    agent_count: figures.agent_count,
    total_tokens: figures.total_tokens,
    total_tool_calls: figures.total_tool_calls,
    phases: JSON.parse(row.phases) as readonly WorkflowPhase[],
    progress: figures.progress,
    script_path: row.script_path,
    journal_path: row.journal_path,
    source: row.source,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

type WorkflowRunShape = ReturnType<typeof toShape>

interface RunQuery extends Scope {
  readonly limit: number
  readonly offset: number
  readonly status: string | undefined
  readonly session_id: string | undefined
}

const matching = (visibility: Visibility, { sources, providers, session_id }: Omit<RunQuery, 'status'>): Filter => {
  const filter = new Filter(visibility, 's.owner').in('s.source', sources).in('s.provider', providers)
  return session_id === undefined ? filter : filter.and('s.id = ?', session_id)
}

/** Returns a page of runs, newest first, with the number of matches and the number per status, whatever status was requested. */
export const listWorkflowRuns = (db: Reader, visibility: Visibility, book: PriceBook, query: RunQuery) => {
  const { limit, offset, status } = query
  const all = matching(visibility, query)
  const rows = db.all<{ status: string; n: number }>(
    `select ${STATUS} as status, count(*) as n ${FROM} ${all.where} group by 1`,
    ...all.params,
  )
  const counts = Object.fromEntries(rows.map(({ status: known, n }) => [known, n]))
  const wanted =
    status === undefined || status === 'all' ? all : matching(visibility, query).and(`${STATUS} = ?`, status)
  const runs = db
    .all<RunRow>(`${SELECT} ${wanted.where} ${NEWEST_FIRST} limit ? offset ?`, ...wanted.params, limit, offset)
    .map((row) => toShape(db, visibility, book, row))
  const total = rows.filter((row) => wanted === all || row.status === status).reduce((sum, { n }) => sum + n, 0)
  return { runs, total, counts, limit, offset }
}

/** Returns the runs of one session, newest first. */
export const runsOfSession = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
): readonly WorkflowRunShape[] => {
  const filter = new Filter(visibility, 's.owner').and('w.stream = ?', stream)
  return db
    .all<RunRow>(`${SELECT} ${filter.where} ${NEWEST_FIRST} limit ?`, ...filter.params, MOST_OF_SESSION)
    .map((row) => toShape(db, visibility, book, row))
}

const agentsOfRun = (db: Reader, visibility: Visibility, book: PriceBook, { stream, run }: RunRow): AgentShape[] =>
  agentsOfSession(db, visibility, book, stream)
    .filter(({ workflow_run_id: own }) => own === run)
    .toSorted((a, b) => (a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : a.id < b.id ? -1 : 1))

/** Returns the first events of some agents, oldest first. */
const eventsOfAgents = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  agents: readonly AgentShape[],
): readonly EventShape[] => {
  const places = db.all<{ at: Instant; id: number }>(
    `select at, id from p_event where stream = ? and agent in (select value from json_each(?)) order by at, id limit ?`,
    stream,
    JSON.stringify(agents.map(({ id }) => id)),
    MOST_EVENTS,
  )
  return eventsAt(db, visibility, places).toReversed()
}

/** Returns a run with its agents and their first events, oldest first. If several sessions name the same run, the newest one. */
export const workflowRunById = (db: Reader, visibility: Visibility, book: PriceBook, id: string, scope: Scope) => {
  const filter = matching(visibility, { ...scope, limit: 1, offset: 0, session_id: undefined }).and('w.run = ?', id)
  const row = db.get<RunRow>(`${SELECT} ${filter.where} ${NEWEST_FIRST} limit 1`, ...filter.params)
  if (row === undefined) return undefined
  const agents = agentsOfRun(db, visibility, book, row)
  const events = agents.length === 0 ? [] : eventsOfAgents(db, visibility, row.stream, agents)
  return { workflow: toShape(db, visibility, book, row), agents, events }
}

export type WorkflowRunDetails = NonNullable<ReturnType<typeof workflowRunById>>

/** Returns runs by `<stream>/<run id>`, for broadcasts. */
export const runsByKey = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  keys: Iterable<string>,
): readonly WorkflowRunShape[] =>
  [...keys].flatMap((key) => {
    const slash = key.indexOf('/')
    const filter = new Filter(visibility, 's.owner').and('w.stream = ?', Number(key.slice(0, slash)))
    filter.and('w.run = ?', key.slice(slash + 1))
    const row = db.get<RunRow>(`${SELECT} ${filter.where}`, ...filter.params)
    return row === undefined ? [] : [toShape(db, visibility, book, row)]
  })
