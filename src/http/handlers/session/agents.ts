import * as Effect from 'effect/Effect'
import { agentById, isMain, listAgents } from '../../../projections/queries/agents.js'
import { countFinished, listTools, toolsOfAgent } from '../../../projections/queries/tools.js'
import type { agents } from '../../contract/session/agents.js'
import type { Handlers } from '../../handler.js'
import { ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

// A longer page takes milliseconds per hundred agents, so the side thread builds it and no hook waits.
const MOST_HERE = 200

export const agentHandlers = (services: Services): Handlers<keyof typeof agents> => {
  const { db, book } = services
  return {
    'GET /api/agents': async ({ query }, { reads }) => {
      const { limit, offset } = query
      const agents = limit > MOST_HERE ? await services.side.agents(reads, query) : listAgents(db, reads, book(), query)
      return { status: 200, json: { agents, limit, offset } }
    },
    'GET /api/agents/:id': (_input, { row: { agent } }) => ({ status: 200, json: { agent } }),
    'GET /api/agents/:id/tools': ({ query }, { reads, row: { stream, agent } }) => {
      const caller = isMain(agent) ? null : agent.id
      return { status: 200, json: { tools: toolsOfAgent(db, reads, stream, caller, query) } }
    },
    'POST /api/agents': ({ body }, { writes, author }) =>
      Effect.gen(function* () {
        const { created } = yield* services.agents.create(body, author, writes)
        const { agent } = yield* stillThere('agent', agentById(db, writes, book(), body.id))
        const json = { agent, created }
        return created ? { status: 201 as const, json } : ok(json)
      }),
    'PATCH /api/agents/:id': ({ params, body }, { writes, author, row }) =>
      Effect.gen(function* () {
        yield* services.agents.update(row.agent.session_id, params.id, body, author, writes)
        const { agent } = yield* stillThere('agent', agentById(db, writes, book(), params.id))
        return ok({ agent })
      }),
    'GET /api/tools': async ({ query }, { reads }) => {
      const finished = await services.side.finished(reads, { ...query, status: undefined })
      const tools = listTools(db, reads, query)
      return { status: 200, json: { tools, total: countFinished(finished, query) } }
    },
  }
}
