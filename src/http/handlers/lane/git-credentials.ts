import * as Effect from 'effect/Effect'
import type { gitCredentials } from '../../contract/lane/git-credentials.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const gitCredentialHandlers = ({
  gitCredentials: commands,
}: Services): Handlers<keyof typeof gitCredentials> => ({
  'GET /api/git-credentials': ({ query }, caller) =>
    Effect.map(commands.list(query.user, caller), (items) => ok({ items })),
  'POST /api/git-credentials': ({ body }, { author }) => Effect.as(commands.add(body, author), done),
  'DELETE /api/git-credentials/:protocol/:host': ({ params }, { author }) =>
    Effect.as(commands.remove(params.protocol, params.host, author), done),
})
