import * as Effect from 'effect/Effect'
import type { locks } from '../../contract/lane/locks.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const lockHandlers = ({ locks: commands }: Services): Handlers<keyof typeof locks> => ({
  'GET /api/locks': ({ query }, caller) => Effect.map(commands.list(query.user, caller), (locks) => ok({ locks })),
  'POST /api/locks/:name/acquire': ({ params, body }, { author }) =>
    Effect.map(commands.acquire(params.name, body.holder, author), (other) =>
      other === undefined ? ok({ acquired: true }) : { status: 409 as const, json: { acquired: false, ...other } },
    ),
  'POST /api/locks/:name/release': ({ params, body }, { author }) =>
    Effect.as(commands.release(params.name, body.holder, author), done),
})
