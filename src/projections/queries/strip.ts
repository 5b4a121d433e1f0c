import type { Visibility } from '../../domain/access/visibility.js'
import { FILE_TOOLS } from '../../domain/edits/call-changes.js'
import { activeMs, type AgentEvent } from '../../domain/insights/active-time.js'
import { type StripCall, stripTracks } from '../../domain/session/strip.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface CallRow {
  readonly agent: string | null
  readonly tool: string
  readonly target: string | null
  readonly start: Instant
  readonly ended_at: Instant | null
  readonly ok: number | null
  readonly line_pre: number | null
}

/** Nobody can distinguish more of them. */
const MOST_TRACKS = 40

const kindOf = ({ ok, ended_at, tool }: CallRow): StripCall['kind'] => {
  if (ended_at !== null && ok === 0) return 'failed'
  return FILE_TOOLS.some((known) => known === tool) ? 'edit' : 'call'
}

/** Returns the tool calls of a session over time, by agent, with the transcript lines where they are, and its active time. */
export const stripOf = (db: Reader, visibility: Visibility, stream: number, sessionId: string) => {
  const filter = new Filter(visibility, 'stream').and(`stream = ? and repeats = 0 and tool <> ''`, stream)
  const rows = db.all<CallRow>(
    `select agent, tool, target, coalesce(started_at, ended_at) as start, ended_at, ok, line_pre from p_call ${filter.where}
     order by start, id`,
    ...filter.params,
  )
  const calls = rows.map((row) => ({
    agent: row.agent,
    tool: row.tool,
    target: row.target,
    from: row.start,
    to: row.ended_at,
    kind: kindOf(row),
    lineEvent: row.line_pre,
  }))
  const from = calls[0]?.from ?? 0
  const to = calls.reduce((latest, call) => Math.max(latest, call.to ?? call.from), from)
  const tracks = stripTracks(calls, from, to).slice(0, MOST_TRACKS)
  const lines = linesOf(
    db,
    tracks.flatMap(({ parts }) => parts.flatMap(({ lineEvent }) => (lineEvent === null ? [] : [lineEvent]))),
  )
  return {
    active_ms: activeTimeOf(db, visibility, stream),
    calls: calls.length,
    edits: calls.filter(({ kind }) => kind === 'edit').length,
    failures: calls.filter(({ kind }) => kind === 'failed').length,
    tracks: tracks.map(({ agent, parts }) => ({
      agent_id: agent ?? `${sessionId}-main`,
      parts: parts.map((part) => ({
        from: iso(part.from),
        to: iso(part.to),
        kind: part.kind,
        tool: part.tool,
        target: part.target,
        calls: part.calls,
        edits: part.edits,
        failures: part.failures,
        line: part.lineEvent === null ? null : (lines.get(part.lineEvent) ?? null),
      })),
    })),
  }
}

/** Returns the milliseconds in which turns of a session ran, without waits for the user. */
const activeTimeOf = (db: Reader, visibility: Visibility, stream: number): number => {
  const own = new Filter(visibility, 'e.stream').and('e.stream = ?', stream)
  const events = db.all<AgentEvent>(
    `select e.at, e.type, e.agent from p_event e ${own.where} order by e.at, e.id`,
    ...own.params,
  )
  const turns = new Filter(visibility, 'e.stream').and(
    `e.stream = ? and e.type = 'TurnDuration' and e.agent is null`,
    stream,
  )
  const reported = db.all<{ at: number; ms: number }>(
    `select e.at, l.data ->> '$.durationMs' as ms from p_event e cross join log l on l.position = e.id ${turns.where}`,
    ...turns.params,
  )
  return Math.round(
    activeMs(
      events,
      reported.map(({ at, ms }) => ({ from: at - ms, to: at })),
    ),
  )
}

/** Returns the transcript line of each event. */
const linesOf = (db: Reader, events: readonly number[]): ReadonlyMap<number, number> =>
  new Map(
    db
      .all<{ position: number; line: number }>(
        `select l.position, l.data ->> '$.line' as line from json_each(?) j cross join log l on l.position = j.value
         where line is not null`,
        JSON.stringify(events),
      )
      .map(({ position, line }) => [position, line]),
  )
