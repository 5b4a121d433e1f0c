import type { Visibility } from '../../domain/access/visibility.js'
import { FILE_TOOLS } from '../../domain/edits/call-changes.js'
import { isShell } from '../../domain/insights/command-name.js'
import { CHECK_KINDS, type CheckKind, checksIn } from '../../domain/review/check.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { editedSessionsOfLane } from './lane-sessions.js'

/** Sessions of a lane whose calls are read, the newest ones. */
const MOST_SESSIONS = 20

interface CallRow {
  readonly stream: number
  readonly id: string
  readonly agent: string | null
  readonly tool: string
  readonly target: string | null
  readonly ended_at: Instant
  readonly duration_ms: number | null
  readonly ok: number
  readonly line_pre: number | null
}

/** A check that a user started. */
interface OwnRow {
  readonly kind: CheckKind
  readonly command: string
  readonly code: number | null
  readonly ended_at: Instant
  readonly duration_ms: number
  readonly output: string
}

/** The newest run of a check. */
export interface Evidence {
  readonly kind: CheckKind
  readonly command: string
  /** Null if the exit code of the command does not tell. */
  readonly ok: boolean | null
  readonly at: string
  readonly duration_ms: number | null
  /** Edits by agents of the lane after it. */
  readonly edits_since: number
  /** Null, like the next three, if a user ran it. */
  readonly session_id: string | null
  readonly session_name: string | null
  readonly agent_id: string | null
  readonly line: number | null
  /** The end of its output, if a user ran it. */
  readonly output: string | null
}

/** Returns the newest run of each check in a lane, by its agents or by a user, and how many edits were made after it. */
export const evidenceOf = (db: Reader, visibility: Visibility, lane: number): readonly Evidence[] => {
  const sessions = editedSessionsOfLane(db, visibility, lane).slice(0, MOST_SESSIONS)
  const named = new Map(sessions.map((session) => [session.stream, session]))
  const { where, params } = new Filter(visibility, 'stream').and(
    'stream in (select value from json_each(?)) and ended_at is not null and repeats = 0',
    JSON.stringify([...named.keys()]),
  )
  const calls = db.all<CallRow>(
    `select stream, id, agent, tool, target, ended_at, duration_ms, ok, line_pre from p_call ${where} order by ended_at desc`,
    ...params,
  )
  const started = ownChecks(db, visibility, lane)
  const newest = new Map<CheckKind, Evidence>()
  let edits = 0
  /** Takes the runs of users that are as new as a time, where no newer run is known. */
  const take = (until: Instant): void => {
    for (const own of started)
      if (own.ended_at >= until && !newest.has(own.kind)) newest.set(own.kind, startedByUser(own, edits))
  }
  for (const call of calls) {
    take(call.ended_at)
    if (newest.size === CHECK_KINDS.length) break
    if (FILE_TOOLS.some((tool) => tool === call.tool) && call.ok === 1) edits += 1
    const session = named.get(call.stream)
    if (!isShell(call.tool) || session === undefined) continue
    const checks = checksIn(call.target ?? '')
    for (const { kind, isTold } of checks) {
      if (newest.has(kind)) continue
      newest.set(kind, {
        kind,
        command: call.target ?? '',
        ok: isTold ? outcomeOf(call, checks.length) : null,
        at: iso(call.ended_at),
        duration_ms: call.duration_ms,
        edits_since: edits,
        session_id: session.id,
        session_name: session.name,
        agent_id: call.agent ?? `${session.id}-main`,
        line: lineOf(db, call.line_pre),
        output: null,
      })
    }
  }
  take(Number.NEGATIVE_INFINITY)
  return CHECK_KINDS.flatMap((kind) => newest.get(kind) ?? [])
}

const ownChecks = (db: Reader, visibility: Visibility, lane: number): readonly OwnRow[] => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db.all<OwnRow>(`select kind, command, code, ended_at, duration_ms, output from p_check ${where}`, ...params)
}

const startedByUser = ({ kind, command, code, ended_at: at, output, ...row }: OwnRow, edits: number): Evidence => ({
  kind,
  command,
  ok: code === 0,
  at: iso(at),
  duration_ms: row.duration_ms,
  edits_since: edits,
  session_id: null,
  session_name: null,
  agent_id: null,
  line: null,
  output,
})

/** If a command with several checks fails, nobody knows which of them did. */
const outcomeOf = ({ ok }: CallRow, checks: number): boolean | null => (ok === 1 ? true : checks === 1 ? false : null)

/** Returns the line of the transcript that an event of the log reports. */
const lineOf = (db: Reader, position: number | null): number | null =>
  position === null
    ? null
    : (db.get<{ line: number | null }>(`select data ->> '$.line' as line from log where position = ?`, position)
        ?.line ?? null)
