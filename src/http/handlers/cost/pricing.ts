import { reject } from '../../../domain/rejection.js'
import { costOfAll, costOfSession } from '../../../projections/queries/cost-result.js'
import { gptPricingList, pricingList, pricingShape, ruleOfPattern } from '../../../projections/queries/pricing.js'
import { reportedCost } from '../../../projections/queries/reported-cost.js'
import type { pricing } from '../../contract/cost/pricing.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const pricingHandlers = (services: Services): Handlers<keyof typeof pricing> => {
  const { db, book, pricing: commands } = services
  return {
    'GET /api/pricing': () => ({ status: 200, json: { pricing: pricingList(db) } }),
    'PUT /api/pricing': async ({ body }, { author }) => {
      await commands.set(body, author)
      const rule = ruleOfPattern(db, body.model_pattern)
      if (rule === undefined) return reject('NOT_FOUND', 'the rule was deleted in the meantime')
      return { status: 200, json: { pricing: pricingShape(rule) } }
    },
    'DELETE /api/pricing/:pattern': async (_input, { author, row }) =>
      (await commands.remove(row.pattern, author)) ?? {
        status: 200,
        json: { ok: true, deleted: true },
      },
    'POST /api/pricing/:pattern/reset': async (_input, { author, row }) =>
      (await commands.restore(row.pattern, author)) ?? { status: 200, json: { ok: true } },
    'GET /api/pricing/cost': ({ query }, { reads }) => ({
      status: 200,
      json: costOfAll(reads, book(), query, query.tz_offset),
    }),
    'GET /api/pricing/cost/:sessionId': ({ query }, { reads, row: stream }) => {
      const cost = costOfSession(db, reads, book(), query.tz_offset, stream)
      const reported = reportedCost(db, reads, stream, cost.total_cost)
      return { status: 200, json: reported === null ? cost : { ...cost, reported_by_cli: reported } }
    },
    'POST /api/settings/reset-pricing': async ({ body }, { author }) => {
      await commands.reset(body.provider ?? null, author)
      const all = pricingList(db)
      return {
        status: 200,
        json: { ok: true, provider: body.provider ?? 'both', pricing: all, gpt_pricing: gptPricingList(db) },
      }
    },
  }
}
