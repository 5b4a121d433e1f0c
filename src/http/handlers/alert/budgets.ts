import * as Effect from 'effect/Effect'
import type { budgets } from '../../contract/alert/budgets.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import { done, ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

export const budgetHandlers = ({ budgets: commands }: Services): Handlers<keyof typeof budgets> => ({
  'GET /api/budgets': async (_input, { reads }) => ({
    status: 200,
    json: { budgets: await commands.list(reads) },
  }),
  'POST /api/budgets': ({ body }, { author, writes }) =>
    Effect.gen(function* () {
      const id = yield* commands.create(body, author)
      const budget = yield* Effect.promise(() => commands.read(writes, id))
      return { status: 201 as const, json: { budget: created(budget) } }
    }),
  'POST /api/budgets/preview': ({ body }, { author }) =>
    Effect.map(commands.preview({ ...body, cwd: body.cwd ?? null }, author), ok),
  'PATCH /api/budgets/:id': ({ params, body }, { author, writes }) =>
    Effect.gen(function* () {
      yield* commands.update(params.id, body, author)
      const budget = yield* Effect.promise(() => commands.read(writes, params.id))
      return ok({ budget: yield* stillThere('budget', budget) })
    }),
  'DELETE /api/budgets/:id': ({ params }, { author }) => Effect.as(commands.remove(params.id, author), done),
})
