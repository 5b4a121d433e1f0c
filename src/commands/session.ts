import type { Author } from '../domain/access/author.js'
import { reject, type Rejection } from '../domain/rejection.js'
import type { SessionStatus } from '../domain/session/status.js'
import { parseInstant } from '../domain/time.js'
import type { Committer } from '../events/commit.js'
import type { New } from '../events/envelope.js'
import { sessionStream } from '../events/streams.js'
import type { Clock } from './ports/clock.js'

type Metadata = Readonly<Record<string, unknown>> | null

export interface CreateSession {
  readonly id: string
  readonly name?: string | null | undefined
  readonly cwd?: string | null | undefined
  readonly model?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

export interface UpdateSession {
  readonly name?: string | null | undefined
  readonly status?: SessionStatus | null | undefined
  readonly ended_at?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** Returns the commands for sessions. They check the stream inside the transaction, so two callers cannot create the same one. */
export const sessionCommands = (committer: Committer, clock: Clock) => ({
  /** Creates a session unless one with that id exists, and returns whether it did. */
  create: (command: CreateSession, author: Author): Promise<{ readonly created: boolean }> =>
    committer.submit((tx) => {
      const stream = sessionStream(command.id)
      if (tx.versionOf(stream) > 0) return { created: false }
      const { name = null, cwd = null, model = null, metadata = null } = command
      const data = { name, cwd, model, metadata }
      tx.append(stream, { type: 'session-created', data, occurredAt: clock.now(), ...author })
      return { created: true }
    }),

  /** Changes the members in the command. Absent and null members are left unchanged. */
  update: async (
    id: string,
    command: UpdateSession,
    author: Author,
  ): Promise<Rejection<'INVALID_INPUT'> | undefined> => {
    const endedAt = command.ended_at == null ? undefined : parseInstant(command.ended_at)
    if (command.ended_at != null && endedAt === undefined)
      return reject('INVALID_INPUT', 'ended_at: must be an ISO 8601 date-time')
    const { name, status, metadata } = command
    const event: New<'session-updated'> = {
      type: 'session-updated',
      data: {
        ...(name ? { name } : {}),
        ...(status ? { status } : {}),
        ...(endedAt === undefined ? {} : { endedAt }),
        ...(metadata ? { metadata } : {}),
      },
      occurredAt: clock.now(),
      ...author,
    }
    await committer.submit((tx) => {
      tx.append(sessionStream(id), event)
    })
    return undefined
  },
})

export type SessionCommands = ReturnType<typeof sessionCommands>
