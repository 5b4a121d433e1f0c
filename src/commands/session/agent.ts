import type { CreateAgent, UpdateAgent } from '../../domain/agent/decide.js'
import { isRejection } from '../../domain/rejection.js'
import type { Author } from '../../domain/access/author.js'
import { type CommandRunner, rejectionOf } from '../run.js'
import { agent } from './decider.js'

/** Returns the commands for agents. */
export const agentCommands = ({ run }: CommandRunner) => ({
  /** Creates an agent in an existing session, unless an agent with that id exists there. */
  create: async ({ session_id, ...command }: { readonly session_id: string } & CreateAgent, author: Author) => {
    const done = await run(agent, { session: session_id, agent: command.id }, 'create', command, author)
    return isRejection(done) ? done : { created: done.changed }
  },

  /** Changes the members in the command. A null `current_tool` clears it; other null members are left unchanged. */
  update: async (session: string, id: string, change: UpdateAgent, author: Author) =>
    rejectionOf(await run(agent, { session, agent: id }, 'update', { id, ...change }, author)),
})

export type AgentCommands = ReturnType<typeof agentCommands>
