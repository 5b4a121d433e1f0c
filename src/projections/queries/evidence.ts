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

/** Returns the newest run of each check in the sessions of a lane, and how many edits were made after it. */
export const evidenceOf = (db: Reader, visibility: Visibility, lane: number) => {
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
  const newest = new Map<CheckKind, { readonly call: CallRow; readonly ok: boolean | null; readonly edits: number }>()
  let edits = 0
  for (const call of calls) {
    if (newest.size === CHECK_KINDS.length) break
    if (FILE_TOOLS.some((tool) => tool === call.tool) && call.ok === 1) edits += 1
    if (!isShell(call.tool)) continue
    const checks = checksIn(call.target ?? '')
    for (const { kind, isTold } of checks)
      if (!newest.has(kind)) newest.set(kind, { call, ok: isTold ? outcomeOf(call, checks.length) : null, edits })
  }
  return CHECK_KINDS.flatMap((kind) => {
    const found = newest.get(kind)
    const session = found === undefined ? undefined : named.get(found.call.stream)
    if (found === undefined || session === undefined) return []
    const { call, ok } = found
    return [
      {
        kind,
        command: call.target ?? '',
        ok,
        at: iso(call.ended_at),
        duration_ms: call.duration_ms,
        edits_since: found.edits,
        session_id: session.id,
        session_name: session.name,
        agent_id: call.agent ?? `${session.id}-main`,
        line: lineOf(db, call.line_pre),
      },
    ]
  })
}

export type Evidence = ReturnType<typeof evidenceOf>[number]

/** If a command with several checks fails, nobody knows which of them did. */
const outcomeOf = ({ ok }: CallRow, checks: number): boolean | null => (ok === 1 ? true : checks === 1 ? false : null)

/** Returns the line of the transcript that an event of the log reports. */
const lineOf = (db: Reader, position: number | null): number | null =>
  position === null
    ? null
    : (db.get<{ line: number | null }>(`select data ->> '$.line' as line from log where position = ?`, position)
        ?.line ?? null)
