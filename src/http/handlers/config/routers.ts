import * as Effect from 'effect/Effect'
import type { aiRouters } from '../../contract/config/routers.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const routerHandlers = (services: Services): Handlers<keyof typeof aiRouters> => ({
  'GET /api/ai-routers': (_, request) => Effect.sync(() => ok({ routers: services.routers.list(request) })),
  'POST /api/ai-routers': ({ body }, { author }) =>
    Effect.map(services.routers.create(body, author), (router) => ({ status: 201 as const, json: { router } })),
  'POST /api/ai-routers/test': ({ body }) => Effect.map(services.routers.test(body), ok),
  'PATCH /api/ai-routers/:name': ({ params: { name }, body }, { author }) =>
    Effect.map(services.routers.change(name, body, author), ok),
  'DELETE /api/ai-routers/:name': ({ params: { name } }, { author }) =>
    Effect.map(services.routers.remove(name, author), (lanes) => ok({ ok: true as const, lanes })),
})
