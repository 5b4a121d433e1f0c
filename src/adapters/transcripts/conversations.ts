import type { CursorStore } from '../../commands/ports/cursors.js'
import type { Reader } from '../../projections/sql.js'

interface Parts {
  readonly db: Reader
  readonly cursors: CursorStore
  readonly dataDir: string
}

/** Conversations for the routes: which transcripts a session has, and their pages. */
export const conversations = (parts: Parts) => ({
  list: (_v: unknown, stream: number, sessionId: string) => {
    const files = parts.cursors.ofSession(sessionId)
    const agents = parts.db.all<{ id: string; name: string; type: 'main' | 'subagent'; subagent_type: string | null }>(
      `select id, name, type, subagent_type from p_agent where stream = ? order by type = 'main' desc, started_at, id`,
      stream,
    )
    return agents.map(({ id, name, type, subagent_type }) => ({
      id: type === 'main' ? 'main' : id,
      name,
      type: subagent_type === 'compaction' ? ('compaction' as const) : type,
      subagent_type,
      has_transcript: files.some((file) => file.agent === (type === 'main' ? null : id)),
      db_agent_id: id,
    }))
  },
  page: async () => ({ messages: [], total: 0, has_more: false, last_line: 0, first_line: 0 }),
  image: async () => null,
})
