import type { Visibility } from '../../domain/access/visibility.js'
import type { RunEndReason, RunStatus } from '../../domain/run/run.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Provider, ToolId } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { LIVE } from './runs.js'

interface RunRow {
  readonly run: string
  readonly lane: number
  readonly slot: number
  readonly tool: ToolId | null
  readonly cwd: string
  readonly status: RunStatus
  readonly prompt: string | null
  readonly model: string | null
  readonly permission_mode: string | null
  readonly effort: string | null
  readonly sandbox: string | null
  readonly approval: string | null
  readonly resume: string | null
  readonly worktree: string | null
  readonly router: string | null
  readonly account: string | null
  readonly session: string | null
  readonly pid: number | null
  readonly reason: RunEndReason | null
  readonly code: number | null
  readonly signal: string | null
  readonly detail: string | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
}

const shapeOf = (row: RunRow) => ({
  run_id: row.run,
  lane_id: row.lane,
  slot: row.slot,
  tool: row.tool,
  shell: row.tool === null,
  cwd: row.cwd,
  status: row.status,
  prompt: row.prompt,
  model: row.model,
  permission_mode: row.permission_mode,
  effort: row.effort,
  sandbox: row.sandbox,
  approval: row.approval,
  resume: row.resume,
  worktree: row.worktree !== null,
  session_id: row.session,
  pid: row.pid,
  reason: row.reason,
  exit_code: row.code,
  signal: row.signal,
  detail: row.detail,
  started_at: iso(row.started_at),
  ended_at: row.ended_at === null ? null : iso(row.ended_at),
  /** Null means the login of the machine. */
  account: row.account,
  router: row.router,
})

/** A run of any lane, alive or not. */
export type RunShape = ReturnType<typeof shapeOf>

export const runById = (db: Reader, visibility: Visibility, id: string): RunShape | undefined => {
  const filter = new Filter(visibility, 'owner').and('run = ?', id)
  const row = db.get<RunRow>(`select * from p_run ${filter.where}`, ...filter.params)
  return row === undefined ? undefined : shapeOf(row)
}

/** Returns the newest run of an agent in a slot of a lane, or in any slot. */
export const newestRunIn = (
  db: Reader,
  visibility: Visibility,
  lane: number,
  slot: number | undefined,
): RunShape | undefined => {
  const filter = new Filter(visibility, 'owner').and('lane = ? and tool is not null', lane)
  if (slot !== undefined) filter.and('slot = ?', slot)
  const row = db.get<RunRow>(
    `select * from p_run ${filter.where} order by started_at desc, run desc limit 1`,
    ...filter.params,
  )
  return row === undefined ? undefined : shapeOf(row)
}

/** Returns the runs of all lanes that have not ended, newest first. */
export const runsAlive = (db: Reader, visibility: Visibility): readonly RunShape[] => {
  const filter = new Filter(visibility, 'owner')
  const rows = db.all<RunRow>(`select * from p_run ${filter.whereAnd(LIVE)} order by run desc`, ...filter.params)
  return rows.map(shapeOf)
}

interface PastRuns {
  readonly limit: number
  /** The id of the last run of the page before. */
  readonly before: string | undefined
}

/** Returns a page of the runs that have ended, newest first: the ids of runs are in the order of their starts. */
export const pastRuns = (db: Reader, visibility: Visibility, { limit, before }: PastRuns): readonly RunShape[] => {
  const filter = new Filter(visibility, 'owner').and(`status = 'ended'`)
  if (before !== undefined) filter.and('run < ?', before)
  const rows = db.all<RunRow>(`select * from p_run ${filter.where} order by run desc limit ?`, ...filter.params, limit)
  return rows.map(shapeOf)
}

/**
 * Returns the runs whose panes vanished, such as by a restart of the machine, and whose sessions can be resumed in the same slots:
 * the last run of each slot whose agent reported a session.
 */
export const vanishedRuns = (db: Reader, visibility: Visibility): readonly RunShape[] => {
  const filter = new Filter(visibility, 'r.owner').and(`r.reason = 'vanished'`).and('r.session is not null')
  const rows = db.all<RunRow>(
    `select r.* from p_run r join p_run_slot s using (run) ${filter.where} order by r.lane, r.slot`,
    ...filter.params,
  )
  return rows.map(shapeOf)
}

/** Sessions that suggestions are taken from: a constant number, so that they do not get slower with the history. */
const RECENT = 500

const recent = (db: Reader, visibility: Visibility, columns: string) => {
  const filter = new Filter(visibility, 'owner')
  return {
    sql: `(select ${columns}, last_at from p_session ${filter.where} order by last_at desc limit ${RECENT})`,
    params: filter.params,
  }
}

/** Returns the directories of this machine's latest sessions, most recent first. */
export const recentDirectories = (db: Reader, visibility: Visibility, limit: number): readonly string[] => {
  const { sql, params } = recent(db, visibility, 'cwd, source')
  const rows = db.all<{ cwd: string }>(
    `select cwd from ${sql} where source = 'local' and cwd is not null group by cwd order by max(last_at) desc limit ?`,
    ...params,
    limit,
  )
  return rows.map(({ cwd }) => cwd)
}

/** Returns the models of the latest sessions of a provider, most recent first. */
export const recentModels = (db: Reader, visibility: Visibility, provider: Provider): readonly string[] => {
  const { sql, params } = recent(db, visibility, 'model, provider')
  const rows = db.all<{ model: string }>(
    `select model from ${sql} where provider = ? and model is not null group by model order by max(last_at) desc`,
    ...params,
    provider,
  )
  return rows.map(({ model }) => model)
}
