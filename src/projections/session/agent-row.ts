import type { Mark } from '../../domain/session/mark.js'
import type { AgentStatus } from '../../domain/session/status.js'
import { type Db, upsertSql } from '../sql.js'

/** The row of an agent other than the main one. */
export interface AgentRow {
  readonly name: string
  readonly type: 'main' | 'subagent'
  readonly subagentType: string | null
  readonly status: AgentStatus
  readonly task: string | null
  readonly tool: string | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly parent: string | null
  readonly metadata: string | null
  readonly lastAt: number
  readonly hasFile: boolean
  readonly statusSince: number
  /** Calls that started before this point are over. */
  readonly idleSince: number
  readonly why: Mark | null
  readonly state: string
}

const UPSERT_AGENT = upsertSql(
  'p_agent',
  ['stream', 'id'],
  // biome-ignore format: in the order of the values
  ['name', 'type', 'subagent_type', 'status', 'task', 'current_tool', 'started_at', 'ended_at', 'parent', 'metadata',
    'last_at', 'has_file', 'status_since', 'idle_since', 'why_ref', 'why_type', 'state'],
)

export const writeAgent = (db: Db, stream: number, id: string, row: AgentRow): void => {
  db.run(
    UPSERT_AGENT,
    stream,
    id,
    row.name,
    row.type,
    row.subagentType,
    row.status,
    row.task,
    row.tool,
    row.startedAt,
    row.endedAt,
    row.parent,
    row.metadata,
    row.lastAt,
    row.hasFile ? 1 : 0,
    row.statusSince,
    row.idleSince,
    row.why?.ref ?? null,
    row.why?.type ?? null,
    row.state,
  )
}
