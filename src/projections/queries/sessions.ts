import type { CliKind } from '../../domain/session/cli-status.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { type Instant, iso } from '../../domain/time.js'
import type { AwaitingReason, SessionStatus, Situation } from '../../domain/session/status.js'
import type { Note } from '../../domain/session/mark.js'
import { type Provider, toolOf } from '../../domain/tools/catalog.js'
import type { ThreadKind } from '../../domain/transcript/facts/facts.js'
import type { Reader, SqlValue } from '../sql.js'
import { NO_USAGE, type UsageTotals, usageOfSessions } from './costs.js'
import { Filter, type Scope } from './filter.js'
import { laneFinder } from './lane-sessions.js'
import { projectFinder } from './project-directories.js'
import type { PriceBook } from '../pricing/price-book.js'
import { ownerNamer } from './row-owners.js'
import { TAGS, tagsIn } from './session-labels.js'
import { placesOfSessions, type SessionPlaces, type SessionQuery } from './session-places.js'

interface SessionRow {
  readonly stream: number
  readonly id: string
  readonly owner: string
  readonly provider: Provider
  readonly source: string
  readonly name: string
  readonly status: SessionStatus
  readonly cwd: string | null
  readonly git_branch: string | null
  readonly model: string | null
  readonly started_at: Instant
  readonly ended_at: Instant | null
  readonly last_at: Instant
  readonly edited_at: Instant | null
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
  readonly prior_prompt: string | null
  readonly parent_session: string | null
  readonly thread: ThreadKind | null
  readonly pid: number | null
  readonly pinned_at: Instant | null
  readonly dismissed_at: Instant | null
  /** JSON. */
  readonly tags: string
  readonly note: string | null
  readonly continued_in: string | null
  readonly continued_from: string | null
  readonly cli_kind: CliKind | null
}

const COLUMNS = `stream, id, owner, provider, source, name, status, cwd, model, started_at, ended_at, last_at, edited_at, awaiting_since,
  awaiting_reason, situation, situation_since, why_ref, why_type, headline, subagents, agent_count, metadata,
  transcript_path, prompt, pid, branch as git_branch,
  state ->> '$.priorPrompt.value' as prior_prompt, parent as parent_session,
  state ->> '$.thread.value' as thread, pinned_at, dismissed_at, ${TAGS} as tags, note, continued_in,
  (select o.id from p_session o where o.continued_in = p_session.id and o.owner = p_session.owner limit 1) as continued_from,
  state ->> '$.cliKind.value' as cli_kind`
const ROWS = 'p_session left join p_session_flag using (stream) left join p_session_note using (stream)'

/** What is needed besides the table to shape a row. */
export interface SessionContext {
  readonly db: Reader
  readonly book: PriceBook
  /** Whether a process is alive; null if that cannot be determined. */
  readonly isAlive: (pid: number) => boolean | null
}

interface Place {
  readonly lane: number | null
  /** The directory of its project. */
  readonly project: string | null
  readonly owner: SessionOwner
}

type SessionOwner = Pick<ReturnType<ReturnType<typeof ownerNamer>>, 'owner_id' | 'owner_username'>

const toShape = (context: SessionContext, row: SessionRow, usage: UsageTotals, { lane, project, owner }: Place) => ({
  id: row.id,
  ...owner,
  name: row.name,
  status: row.status,
  cwd: row.cwd,
  project,
  git_branch: row.git_branch,
  model: row.model,
  started_at: iso(row.started_at),
  ended_at: iso(row.ended_at),
  metadata: row.metadata,
  updated_at: iso(Math.max(row.last_at, row.edited_at ?? 0)),
  agent_count: row.agent_count,
  last_activity: iso(row.last_at),
  cost: toUsd(usage.cost),
  unpriced: usage.unpriced,
  awaiting_input_since: iso(row.awaiting_since),
  awaiting_reason: row.awaiting_reason,
  lane_id: lane,
  tool: toolOf(row.provider).id,
  source: row.source,
  provider: row.provider,
  transcript_path: row.transcript_path,
  prompt_preview: row.prompt,
  card_prompt_preview: row.prior_prompt === null ? row.prompt : `${row.prior_prompt}\n${row.prompt ?? ''}`,
  situation: row.situation,
  situation_since: iso(row.situation_since),
  situation_event_id: row.why_ref,
  situation_event_type: row.why_type,
  headline: row.headline === null ? null : (JSON.parse(row.headline) as Note),
  subagents: JSON.parse(row.subagents) as Readonly<Record<string, number>>,
  parent_session_id: row.parent_session,
  thread: row.thread === 'user' ? null : row.thread,
  pinned: row.pinned_at !== null,
  tags: tagsIn(row.tags),
  note: row.note,
  failure_dismissed: row.situation === 'failed' && row.dismissed_at === row.situation_since,
  continued_in: row.continued_in,
  continued_from: row.continued_from,
  background: row.cli_kind === 'background',
  process_alive: row.pid === null || row.status !== 'active' ? null : context.isAlive(row.pid),
})

export type SessionShape = ReturnType<typeof toShape>

const shaped = (context: SessionContext, visibility: Visibility, rows: readonly SessionRow[]): SessionShape[] => {
  const usage = usageOfSessions(
    context.db,
    visibility,
    context.book,
    rows.map(({ stream }) => stream),
  )
  const laneOf = laneFinder(context.db, visibility)
  const projectOf = projectFinder(context.db, visibility)
  const named = sessionOwners(context.db)
  return rows.map((row) =>
    toShape(context, row, usage.get(row.stream) ?? NO_USAGE, {
      lane: laneOf(row),
      project: projectOf(row.cwd),
      owner: named(row.owner),
    }),
  )
}

const sessionOwners = (db: Reader): ((owner: string) => SessionOwner) => {
  const nameOf = ownerNamer(db)
  return (owner) => {
    const { owner_avatar_at: _, ...shown } = nameOf(owner)
    return shown
  }
}

interface SessionPage {
  readonly sessions: SessionShape[]
  /** The number of all matches. */
  readonly total: number
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null
}

/** Builds the page of sessions that were already found. */
export const pageOfSessions = (
  context: SessionContext,
  visibility: Visibility,
  { streams, total, next }: SessionPlaces,
): SessionPage => {
  const rows = rowsOf(context.db, visibility, streams)
  return {
    sessions: shaped(
      context,
      visibility,
      streams.flatMap((stream) => rows.get(stream) ?? []),
    ),
    total,
    next,
  }
}

/** Returns a page of sessions, found in the caller's thread. */
export const listSessions = (context: SessionContext, visibility: Visibility, query: SessionQuery): SessionPage =>
  pageOfSessions(context, visibility, placesOfSessions(context.db, visibility, query, null))

const rowsOf = (db: Reader, visibility: Visibility, streams: readonly number[]): Map<number, SessionRow> => {
  const filter = new Filter(visibility, 'owner').and(
    'stream in (select value from json_each(?))',
    JSON.stringify(streams),
  )
  const rows = db.all<SessionRow>(`select ${COLUMNS} from ${ROWS} ${filter.where}`, ...filter.params)
  return new Map(rows.map((row) => [row.stream, row]))
}

const one = (db: Reader, visibility: Visibility, condition: string, value: SqlValue): SessionRow | undefined => {
  const filter = new Filter(visibility, 'owner').and(condition, value)
  return db.get<SessionRow>(`select ${COLUMNS} from ${ROWS} ${filter.where}`, ...filter.params)
}

export const sessionById = (
  context: SessionContext,
  visibility: Visibility,
  id: string,
): { readonly stream: number; readonly session: SessionShape } | undefined => {
  const row = one(context.db, visibility, 'id = ?', id)
  return row === undefined
    ? undefined
    : { stream: row.stream, session: shaped(context, visibility, [row])[0] as SessionShape }
}

/** Returns sessions by stream, for broadcasts. */
export const sessionsByStream = (
  context: SessionContext,
  visibility: Visibility,
  streams: readonly number[],
): readonly { readonly stream: number; readonly session: SessionShape }[] => {
  if (streams.length === 0) return []
  const rows = [...rowsOf(context.db, visibility, streams).values()]
  return shaped(context, visibility, rows).map((session, i) => ({ stream: rows[i]?.stream ?? 0, session }))
}

/** Returns the working directory that a session reported last. */
export const cwdOfSession = (db: Reader, visibility: Visibility, id: string): string | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get<{ cwd: string | null }>(`select cwd from p_session ${where}`, ...params)?.cwd ?? undefined
}

const ANYWHERE: Scope = { sources: [], providers: [] }

/** Returns the stream of a session in scope. */
export const streamOfSession = (
  db: Reader,
  visibility: Visibility,
  id: string,
  scope: Scope = ANYWHERE,
): number | undefined => {
  const filter = new Filter(visibility, 'owner')
    .and('id = ?', id)
    .in('source', scope.sources)
    .in('provider', scope.providers)
  return db.get<{ stream: number }>(`select stream from p_session ${filter.where}`, ...filter.params)?.stream
}
