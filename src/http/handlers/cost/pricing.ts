import * as Effect from 'effect/Effect'
import { costOfAll, costOfSession } from '../../../projections/queries/cost-result.js'
import { gptPricingList, pricingList, pricingShape, ruleOfPattern } from '../../../projections/queries/pricing.js'
import { reportedCost } from '../../../projections/queries/reported-cost.js'
import type { pricing } from '../../contract/cost/pricing.js'
import type { Handlers } from '../../handler.js'
import { done, ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

export const pricingHandlers = (services: Services): Handlers<keyof typeof pricing> => {
  const { db, book, pricing: commands } = services
  return {
    'GET /api/pricing': () => ({ status: 200, json: { pricing: pricingList(db) } }),
    'PUT /api/pricing': ({ body }, { author }) =>
      Effect.gen(function* () {
        yield* commands.set(body, author)
        return ok({ pricing: pricingShape(yield* stillThere('pricingRule', ruleOfPattern(db, body.model_pattern))) })
      }),
    'DELETE /api/pricing/:pattern': (_input, { author, row }) =>
      Effect.as(commands.remove(row.pattern, author), ok({ ok: true, deleted: true })),
    'POST /api/pricing/:pattern/reset': (_input, { author, row }) =>
      Effect.as(commands.restore(row.pattern, author), done),
    'GET /api/pricing/cost': ({ query }, { reads }) => ({
      status: 200,
      json: costOfAll(reads, book(), query, query.tz_offset),
    }),
    'GET /api/pricing/cost/:sessionId': ({ query }, { reads, row: stream }) => {
      const cost = costOfSession(db, reads, book(), query.tz_offset, stream)
      const reported = reportedCost(db, reads, stream, cost.total_cost)
      return { status: 200, json: reported === null ? cost : { ...cost, reported_by_cli: reported } }
    },
    'POST /api/settings/reset-pricing': ({ body }, { author }) =>
      Effect.map(commands.reset(body.provider ?? null, author), () =>
        ok({
          ok: true,
          provider: body.provider ?? 'both',
          pricing: pricingList(db),
          gpt_pricing: gptPricingList(db),
        }),
      ),
  }
}
