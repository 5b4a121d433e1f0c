import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { CreateAgent, UpdateAgent } from '../../domain/agent/decide.js'
import type { CommandRunner } from '../kernel/run.js'
import { agent } from './decider.js'

/** Returns the commands for agents. */
export const agentCommands = ({ run }: CommandRunner) => ({
  /** Creates an agent in an existing session, unless an agent with that id exists there. */
  create: (
    { session_id: session, ...command }: { readonly session_id: string } & CreateAgent,
    author: Author,
    visibility: Visibility,
  ) =>
    Effect.map(run(agent, { session, agent: command.id, visibility }, 'create', command, author), ({ events }) => ({
      created: events.length > 0,
    })),

  /** Changes the members in the command. A null `current_tool` clears it; other null members are left unchanged. */
  update: (session: string, id: string, change: UpdateAgent, author: Author, visibility: Visibility) =>
    run(agent, { session, agent: id, visibility }, 'update', { id, ...change }, author),
})

export type AgentCommands = ReturnType<typeof agentCommands>
