import { isRejection } from '../../../domain/rejection.js'
import type { locks } from '../../contract/lane/locks.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const lockHandlers = ({ locks: commands }: Services): Handlers<keyof typeof locks> => ({
  'GET /api/locks': (_input, { own }) => ({ status: 200, json: { locks: commands.list(own) } }),
  'POST /api/locks/:name/acquire': async ({ params, body }, { author }) => {
    const other = await commands.acquire(params.name, body.holder, author)
    if (isRejection(other)) return other
    return other === undefined
      ? { status: 200, json: { acquired: true } }
      : { status: 409, json: { acquired: false, ...other } }
  },
  'POST /api/locks/:name/release': async ({ params, body }, { author }) =>
    (await commands.release(params.name, body.holder, author)) ?? { status: 200, json: { ok: true } },
})
