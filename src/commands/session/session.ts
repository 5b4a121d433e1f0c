import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { CreateSession, UpdateSession } from '../../domain/session/decide.js'
import type { CommandRunner } from '../kernel/run.js'
import { session } from './decider.js'

/** Returns the commands for sessions. */
export const sessionCommands = ({ run }: CommandRunner) => ({
  /** Creates a session unless one with that id exists, and returns whether it did. */
  create: ({ id, ...command }: { readonly id: string } & CreateSession, author: Author) =>
    Effect.map(run(session, id, 'create', command, author), ({ events }) => ({ created: events.length > 0 })),

  /** Changes the members in the command. Absent and null members are left unchanged. */
  update: (id: string, command: UpdateSession, author: Author) => run(session, id, 'update', command, author),

  /** Pins or unpins a session. */
  pin: (id: string, pinned: boolean, author: Author) => run(session, id, 'pin', { pinned }, author),

  /** Dismisses the failure of a session until it fails again. */
  dismiss: (id: string, author: Author) => run(session, id, 'dismiss', undefined, author),

  /** Restores the dismissed failure of a session. */
  restore: (id: string, author: Author) => run(session, id, 'restore', undefined, author),
})

export type SessionCommands = ReturnType<typeof sessionCommands>
