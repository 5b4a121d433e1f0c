import type Database from 'better-sqlite3'
import type { Conversation } from '../../../commands/ports/transcripts.js'
import { asContinued, threadFiles } from '../../transcripts/files/thread-files.js'
import type { Provider } from '../../../domain/tools/catalog.js'

interface Row {
  readonly path: string
  readonly provider: Provider
  readonly agent: string | null
  readonly offset: number
  readonly line: number
  readonly head: string
  readonly state: string
  readonly marks: string
}

/** Returns the conversations of a session. Of a transcript with several paths, the one that was read furthest. */
export const readTranscripts = (source: Database.Database, session: string): readonly Conversation[] => {
  const rows = source
    .prepare<unknown[], Row>(
      `select path, provider, agent, cursor_offset as offset, cursor_line as line, head, state, line_index as marks
       from transcript_file where session = ? order by cursor_offset, mtime`,
    )
    .all(session)
  const files = rows.map(({ path, provider, agent, offset, line, head, state, marks }) => ({
    session,
    agent,
    provider,
    path,
    cursor: { offset, line, head, session, state, index: marks },
  }))
  const agents = new Set(files.map(({ agent }) => agent))
  return [...agents].flatMap((agent) => {
    const own = files.filter((file) => file.agent === agent)
    return asContinued(threadFiles(own, (forms) => forms.at(-1))) ?? []
  })
}
