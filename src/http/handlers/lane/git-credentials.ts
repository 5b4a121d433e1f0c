import type { gitCredentials } from '../../contract/lane/git-credentials.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const gitCredentialHandlers = ({
  gitCredentials: commands,
}: Services): Handlers<keyof typeof gitCredentials> => ({
  'GET /api/git-credentials': (_input, { own }) => ({
    status: 200,
    json: { items: commands.list(own) },
  }),
  'POST /api/git-credentials': async ({ body }, { author }) =>
    (await commands.add(body, author)) ?? { status: 200, json: { ok: true } },
  'DELETE /api/git-credentials/:protocol/:host': async ({ params }, { author }) =>
    (await commands.remove(params.protocol, params.host, author)) ?? { status: 200, json: { ok: true } },
})
