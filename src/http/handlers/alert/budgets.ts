import { isRejection } from '../../../domain/rejection.js'
import type { budgets } from '../../contract/alert/budgets.js'
import { absent } from '../../contract/row-kinds.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const budgetHandlers = ({ budgets: commands }: Services): Handlers<keyof typeof budgets> => ({
  'GET /api/budgets': async (_input, { reads }) => ({
    status: 200,
    json: { budgets: await commands.list(reads) },
  }),
  'POST /api/budgets': async ({ body }, { author, writes }) => {
    const id = await commands.create(body, author)
    if (isRejection(id)) return id
    return { status: 201, json: { budget: created(await commands.read(writes, id)) } }
  },
  'POST /api/budgets/preview': async ({ body }, { author }) => {
    const json = await commands.preview({ ...body, cwd: body.cwd ?? null }, author)
    return isRejection(json) ? json : { status: 200, json }
  },
  'PATCH /api/budgets/:id': async ({ params, body }, { author, writes }) => {
    const refused = await commands.update(params.id, body, author)
    if (refused !== undefined) return refused
    const budget = await commands.read(writes, params.id)
    return budget === undefined ? absent('budget') : { status: 200, json: { budget } }
  },
  'DELETE /api/budgets/:id': async ({ params }, { author }) =>
    (await commands.remove(params.id, author)) ?? { status: 200, json: { ok: true } },
})
