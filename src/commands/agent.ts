import type { Author } from '../domain/access/author.js'
import { reject, type Rejection } from '../domain/rejection.js'
import type { AgentStatus } from '../domain/session/status.js'
import { parseInstant } from '../domain/time.js'
import type { Committer } from '../events/commit.js'
import { sessionStream } from '../events/streams.js'
import type { Reader } from '../projections/sql.js'
import type { Clock } from './ports/clock.js'

type StatusWord = AgentStatus | 'idle' | 'connected'
type Metadata = Readonly<Record<string, unknown>> | null

export interface CreateAgent {
  readonly id: string
  readonly session_id: string
  readonly name: string
  readonly type?: 'main' | 'subagent' | undefined
  readonly subagent_type?: string | null | undefined
  readonly status?: StatusWord | undefined
  readonly task?: string | null | undefined
  readonly parent_agent_id?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

export interface UpdateAgent {
  readonly name?: string | null | undefined
  readonly status?: StatusWord | null | undefined
  readonly task?: string | null | undefined
  readonly current_tool?: string | null | undefined
  readonly ended_at?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** `idle` and `connected` are older names for waiting. */
const statusOf = (word: StatusWord): AgentStatus => (word === 'idle' || word === 'connected' ? 'waiting' : word)

export const agentCommands = (committer: Committer, clock: Clock, db: Reader) => ({
  /** Creates an agent in an existing session, unless an agent with that id exists there. */
  create: (command: CreateAgent, author: Author): Promise<{ readonly created: boolean } | Rejection<'NOT_FOUND'>> =>
    committer.submit((tx) => {
      tx.project()
      const session = db.get<{ stream: number; main_status: string | null }>(
        'select stream, main_status from p_session where id = ?',
        command.session_id,
      )
      if (session === undefined) return reject('NOT_FOUND', 'session not found')
      const main = command.id === `${command.session_id}-main`
      const known = main
        ? session.main_status !== null
        : db.get('select 1 from p_agent where stream = ? and id = ?', session.stream, command.id) !== undefined
      if (known) return { created: false }
      tx.append(sessionStream(command.session_id), {
        type: 'agent-created',
        data: {
          agent: command.id,
          name: command.name,
          type: command.type ?? 'main',
          subagentType: command.subagent_type ?? null,
          status: statusOf(command.status ?? 'waiting'),
          task: command.task ?? null,
          parent: command.parent_agent_id ?? null,
          metadata: command.metadata ?? null,
        },
        occurredAt: clock.now(),
        ...author,
      })
      return { created: true }
    }),

  /** Changes the members in the command. A null `current_tool` clears it; other null members are left unchanged. */
  update: async (
    sessionId: string,
    agentId: string,
    command: UpdateAgent,
    author: Author,
  ): Promise<Rejection<'INVALID_INPUT'> | undefined> => {
    const { name, status, task, current_tool, ended_at, metadata } = command
    const endedAt = ended_at == null ? undefined : parseInstant(ended_at)
    if (ended_at != null && endedAt === undefined)
      return reject('INVALID_INPUT', 'ended_at: must be an ISO 8601 date-time')
    await committer.submit((tx) => {
      tx.append(sessionStream(sessionId), {
        type: 'agent-updated',
        data: {
          agent: agentId,
          ...(name ? { name } : {}),
          ...(status ? { status: statusOf(status) } : {}),
          ...(task ? { task } : {}),
          ...(current_tool === undefined ? {} : { currentTool: current_tool }),
          ...(endedAt === undefined ? {} : { endedAt }),
          ...(metadata ? { metadata } : {}),
        },
        occurredAt: clock.now(),
        ...author,
      })
    })
    return undefined
  },
})

export type AgentCommands = ReturnType<typeof agentCommands>
