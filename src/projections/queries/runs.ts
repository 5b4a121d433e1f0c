import type { Visibility } from '../../domain/access/visibility.js'
import type { LiveRun, RunEndReason, RunStatus } from '../../domain/run/run.js'
import { type Instant, iso } from '../../domain/time.js'
import { type Provider, type ToolId, toolOf } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface RunRow {
  readonly run: string
  readonly lane: number
  readonly slot: number
  readonly tool: ToolId | null
  readonly status: RunStatus
  readonly session: string | null
  readonly worktree: string | null
  readonly code: number | null
  readonly signal: string | null
  readonly reason: RunEndReason | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
}

const LIVE = `status <> 'ended'`

/** Returns the runs that have not ended, of one lane or of all. */
export const liveRuns = (
  db: Reader,
  visibility: Visibility,
  lane?: number,
): readonly (LiveRun & { readonly status: RunStatus })[] => {
  const filter = new Filter(visibility, 'owner')
  if (lane !== undefined) filter.and('lane = ?', lane)
  return db.all(`select run, lane, slot, tool, status from p_run ${filter.whereAnd(LIVE)}`, ...filter.params)
}

/** Returns a run that has not ended. */
export const liveRun = (
  db: Reader,
  visibility: Visibility,
  run: string,
): { readonly lane: number; readonly session: string | null; readonly pid: number | null } | undefined => {
  const filter = new Filter(visibility, 'owner').and('run = ?', run)
  return db.get(`select lane, session, pid from p_run ${filter.whereAnd(LIVE)}`, ...filter.params)
}

/** Returns the live run that a session is open in: the one that reported it, or that resumes it and has not reported yet. */
export const runHolding = (db: Reader, visibility: Visibility, session: string): string | undefined => {
  const filter = new Filter(visibility, 'owner').and('coalesce(session, resume) = ?', session)
  return db.get<{ run: string }>(`select run from p_run ${filter.whereAnd(LIVE)}`, ...filter.params)?.run
}

const paneOf = ({ run, slot, session, tool, status, started_at, worktree, code, signal, ended_at }: RunRow) => ({
  slot,
  run_id: run,
  session_id: session,
  tool,
  shell: tool === null,
  alive: status !== 'ended',
  started_at: iso(started_at),
  ended_at: ended_at === null ? null : iso(ended_at),
  exit_code: code,
  signal,
  worktree: worktree !== null,
})

/** Returns the panes of a lane: of each slot the last run, if it is alive or its last screen is still there. */
export const panesOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const filter = new Filter(visibility, 'owner').and('lane = ?', lane)
  const rows = db.all<RunRow>(
    `select run, slot, tool, status, session, worktree, code, signal, reason, started_at, ended_at,
       max(started_at) as newest from p_run ${filter.where} group by slot order by slot`,
    ...filter.params,
  )
  return rows.filter(({ status, reason }) => status !== 'ended' || reason === 'exited').map(paneOf)
}

interface ResumableSession {
  readonly tool: ToolId
  readonly cwd: string | null
}

/** Returns what is known about a session of this machine that is to be resumed. */
export const resumable = (db: Reader, visibility: Visibility, id: string): ResumableSession | undefined => {
  const filter = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<{ provider: Provider; cwd: string | null }>(
    `select provider, cwd from p_session ${filter.where}`,
    ...filter.params,
  )
  return row === undefined ? undefined : { tool: toolOf(row.provider).id, cwd: row.cwd }
}
