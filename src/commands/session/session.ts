import type { CreateSession, UpdateSession } from '../../domain/session/decide.js'
import type { Author } from '../../domain/access/author.js'
import { type CommandRunner, rejectionOf } from '../run.js'
import { session } from './decider.js'

/** Returns the commands for sessions. */
export const sessionCommands = ({ run }: CommandRunner) => ({
  /** Creates a session unless one with that id exists, and returns whether it did. */
  create: async ({ id, ...command }: { readonly id: string } & CreateSession, author: Author) => {
    const done = await run(session, id, 'create', command, author)
    return { created: done.changed }
  },

  /** Changes the members in the command. Absent and null members are left unchanged. */
  update: async (id: string, command: UpdateSession, author: Author) =>
    rejectionOf(await run(session, id, 'update', command, author)),

  /** Pins or unpins a session. */
  pin: async (id: string, pinned: boolean, author: Author) =>
    rejectionOf(await run(session, id, 'pin', { pinned }, author)),

  /** Dismisses the failure of a session until it fails again. */
  dismiss: async (id: string, author: Author) => rejectionOf(await run(session, id, 'dismiss', undefined, author)),

  /** Restores the dismissed failure of a session. */
  restore: async (id: string, author: Author) => rejectionOf(await run(session, id, 'restore', undefined, author)),
})

export type SessionCommands = ReturnType<typeof sessionCommands>
