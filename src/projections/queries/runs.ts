import type { Visibility } from '../../domain/access/visibility.js'
import type { Dialog, DialogKind } from '../../domain/run/dialog.js'
import type { LiveRun, RunEndReason, RunStatus } from '../../domain/run/run.js'
import { type Instant, iso } from '../../domain/time.js'
import { type Provider, type ToolId, toolOf } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { type AskShape, openAsks } from './asks.js'
import { Filter } from './filter.js'

interface RunRow {
  readonly run: string
  readonly lane: number
  readonly slot: number
  readonly tool: ToolId | null
  readonly status: RunStatus
  readonly session: string | null
  readonly worktree: string | null
  readonly pid: number | null
  readonly router: string | null
  readonly account: string | null
  readonly dialog_kind: DialogKind | null
  readonly dialog_text: string | null
  readonly code: number | null
  readonly signal: string | null
  readonly reason: RunEndReason | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
}

/** SQL: the run has not ended. */
export const LIVE = `status <> 'ended'`

const dialogOf = ({ dialog_kind, dialog_text }: Pick<RunRow, 'dialog_kind' | 'dialog_text'>): Dialog | null =>
  dialog_kind === null ? null : { kind: dialog_kind, text: dialog_text ?? '' }

interface KnownRun extends LiveRun {
  readonly status: RunStatus
  /** Null until it is known. */
  readonly pid: number | null
  readonly session: string | null
  /** The proxy of its requests; null for none. */
  readonly router: string | null
  /** The account of the pool that it uses; null for the login of the machine. */
  readonly account: string | null
}

/** Returns the runs that have not ended, of one lane or of all. */
export const liveRuns = (db: Reader, visibility: Visibility, lane?: number): readonly KnownRun[] => {
  const filter = new Filter(visibility, 'owner')
  if (lane !== undefined) filter.and('lane = ?', lane)
  return db
    .all<RunRow>(
      `select run, lane, slot, tool, status, session, pid, router, account, dialog_kind, dialog_text from p_run ${filter.whereAnd(LIVE)}`,
      ...filter.params,
    )
    .map(({ run, lane: id, slot, tool, status, session, pid, router, account, ...row }) => ({
      run,
      lane: id,
      slot,
      tool,
      status,
      session,
      pid,
      router,
      account,
      dialog: dialogOf(row),
    }))
}

/** Returns the agents that run in a lane, and since when. */
export const agentsSince = (db: Reader, visibility: Visibility, lane: number) => {
  const filter = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db.all<{ readonly run: string; readonly lane: number; readonly slot: number; readonly at: Instant }>(
    `select run, lane, slot, started_at as at from p_run ${filter.whereAnd(`${LIVE} and tool is not null`)}`,
    ...filter.params,
  )
}

/** Returns what the last run of a session used; undefined without a run. */
export const lastRunOf = (db: Reader, visibility: Visibility, session: string) => {
  const filter = new Filter(visibility, 'owner').and('session = ?', session)
  const row = db.get<Pick<RunRow, 'router' | 'account'> & { readonly router_asked: number }>(
    `select router, router_asked, account from p_run ${filter.where} order by started_at desc limit 1`,
    ...filter.params,
  )
  return row === undefined
    ? undefined
    : { router: row.router, isRouterAsked: row.router_asked === 1, account: row.account }
}

interface LiveSession {
  readonly lane: number
  readonly session: string | null
  readonly pid: number | null
  /** The session that it forks: it is not open in this run. */
  readonly forked: string | null
}

/** Returns a run that has not ended. */
export const liveRun = (db: Reader, visibility: Visibility, run: string): LiveSession | undefined => {
  const filter = new Filter(visibility, 'owner').and('run = ?', run)
  return db.get(
    `select lane, session, pid, iif(fork, resume, null) as forked from p_run ${filter.whereAnd(LIVE)}`,
    ...filter.params,
  )
}

/** Returns the ids of all runs of a lane, of one slot or of all, also of those that have ended. */
export const runIdsOf = (db: Reader, visibility: Visibility, lane: number, slot?: number): readonly string[] => {
  const filter = new Filter(visibility, 'owner').and('lane = ?', lane)
  if (slot !== undefined) filter.and('slot = ?', slot)
  return db.all<{ run: string }>(`select run from p_run ${filter.where}`, ...filter.params).map(({ run }) => run)
}

/** Returns the lanes of the sessions that live runs reported. */
export const sessionsOfLiveRuns = (
  db: Reader,
  visibility: Visibility,
): readonly { readonly session: string; readonly lane: number }[] => {
  const filter = new Filter(visibility, 'owner').and('session is not null')
  return db.all(`select session, lane from p_run ${filter.whereAnd(LIVE)}`, ...filter.params)
}

/** Returns the live run that a session is open in: the one that reported it, or that resumes it and has not reported yet. */
export const runHolding = (db: Reader, visibility: Visibility, session: string): string | undefined => {
  const filter = new Filter(visibility, 'owner').and('coalesce(session, iif(fork, null, resume)) = ?', session)
  return db.get<{ run: string }>(`select run from p_run ${filter.whereAnd(LIVE)}`, ...filter.params)?.run
}

const paneOf = ({
  run,
  slot,
  session,
  tool,
  status,
  started_at,
  worktree,
  code,
  signal,
  ended_at,
  ask,
  ...row
}: RunRow & { readonly ask: AskShape | null }) => ({
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
  waiting: dialogOf(row),
  ask,
})

type PaneShape = ReturnType<typeof paneOf>

/** Returns the last run of each slot that is alive or whose last screen is still there, with what its agent asks. */
const lastPanes = (db: Reader, { where, params }: Filter, asks: readonly AskShape[]) =>
  db
    .all<RunRow>(`select r.* from p_run_slot s join p_run r using (run) ${where} order by s.lane, s.slot`, ...params)
    .filter(({ status, reason }) => status !== 'ended' || reason === 'exited')
    .map((row) => ({
      lane: row.lane,
      pane: paneOf({ ...row, ask: asks.find((one) => one.run_id === row.run) ?? null }),
    }))

/** Returns the panes of a lane, one for each slot that has a program or the last screen of one. */
export const panesOfLane = (db: Reader, visibility: Visibility, lane: number) =>
  lastPanes(db, new Filter(visibility, 'r.owner').and('s.lane = ?', lane), openAsks(db, visibility, lane)).map(
    ({ pane }) => pane,
  )

/** Returns the panes of these lanes, by the id of the lane, for those that have any. */
export const panesByLane = (
  db: Reader,
  visibility: Visibility,
  lanes: readonly number[],
): ReadonlyMap<number, readonly PaneShape[]> => {
  const panes = new Map<number, PaneShape[]>()
  const ofLanes = new Filter(visibility, 'r.owner').and(
    's.lane in (select value from json_each(?))',
    JSON.stringify(lanes),
  )
  for (const { lane, pane } of lastPanes(db, ofLanes, openAsks(db, visibility))) {
    const known = panes.get(lane)
    if (known === undefined) panes.set(lane, [pane])
    else known.push(pane)
  }
  return panes
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
