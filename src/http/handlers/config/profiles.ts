import * as Effect from 'effect/Effect'
import type { loginProfiles } from '../../contract/config/profiles.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const loginProfileHandlers = (services: Services): Handlers<keyof typeof loginProfiles> => ({
  'GET /api/cc-config/profiles': () => Effect.map(services.loginProfiles.list, ok),
  'POST /api/cc-config/profiles': ({ body }, { author }) =>
    Effect.map(services.loginProfiles.save(body, author), (profile) => ({ status: 201 as const, json: { profile } })),
  'PATCH /api/cc-config/profiles': ({ body }, { author }) =>
    Effect.map(services.loginProfiles.relabel(body, author), (profile) => ok({ profile })),
  'DELETE /api/cc-config/profiles': ({ body }, { author }) =>
    Effect.as(services.loginProfiles.remove(body.name, author), ok({ ok: true as const })),
  'POST /api/cc-config/profiles/activate': ({ body }, { author }) =>
    Effect.map(services.loginProfiles.activate(body.name, body.loseUnsaved === true, author), (profile) =>
      ok({ profile }),
    ),
  'POST /api/cc-config/profiles/quota': ({ body }, { author }) =>
    Effect.map(services.loginProfiles.quota(body.name, author), ok),
})
