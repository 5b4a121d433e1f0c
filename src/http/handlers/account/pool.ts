import * as Effect from 'effect/Effect'
import type { pool } from '../../contract/account/pool.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const poolHandlers = (services: Pick<Services, 'pool' | 'loginProfiles'>): Handlers<keyof typeof pool> => ({
  'GET /api/accounts': ({ query: { force } }) => Effect.map(services.pool.list(force), ok),
  'POST /api/accounts': ({ body }, { author }) =>
    Effect.map(services.pool.add(body, author), (account) => ({ status: 201 as const, json: { account } })),
  'GET /api/accounts/profiles': () =>
    Effect.map(services.loginProfiles.list, ({ profiles }) =>
      ok({
        profiles: profiles.map(({ name, label, email, subscriptionType, active }) => ({
          name,
          label,
          email,
          subscriptionType,
          active,
        })),
      }),
    ),
  'DELETE /api/accounts/:name': ({ params: { name }, body }, { author }) =>
    Effect.map(services.pool.remove(name, body['tool'], author), (livePanes) => ok({ ok: true as const, livePanes })),
})
