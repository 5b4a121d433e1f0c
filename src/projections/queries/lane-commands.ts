import type { Visibility } from '../../domain/access/visibility.js'
import { isShell } from '../../domain/insights/command-name.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { directoriesOfLane } from './lane-sessions.js'

interface CommandRow {
  readonly session: string
  readonly name: string
  readonly id: string
  readonly agent: string | null
  readonly tool: string
  readonly command: string | null
  readonly at: Instant
  /** The line of the transcript with the call; null if only a hook reported it. */
  readonly line: number | null
}

/** Returns the command that an agent of a lane ran at a time; null if none is known, and if several ran. */
export const commandAt = (db: Reader, visibility: Visibility, lane: number, at: Instant) => {
  const directories = directoriesOfLane(db, visibility, lane) ?? []
  const filter = new Filter(visibility, 's.owner')
    .and(`s.source = 'local' and s.started_at <= ? and s.last_at >= ?`, at, at)
    .and('s.cwd in (select value from json_each(?))', JSON.stringify(directories))
    .and('c.repeats = 0 and c.started_at <= ? and coalesce(c.ended_at, ?) >= ?', at, at, at)
  const [first, ...others] = db
    .all<CommandRow>(
      `select s.id as session, s.name, c.id, c.agent, c.tool, c.target as command, c.started_at as at,
         (select data ->> '$.line' from log where position = c.line_pre) as line
         from p_session s join p_call c using (stream) ${filter.where}`,
      ...filter.params,
    )
    .filter(({ tool }) => isShell(tool))
  if (first === undefined || others.length > 0 || first.command === null) return null
  return {
    session_id: first.session,
    session_name: first.name,
    agent_id: first.agent ?? `${first.session}-main`,
    call_id: first.id,
    command: first.command,
    at: iso(first.at),
    line: first.line,
  }
}
