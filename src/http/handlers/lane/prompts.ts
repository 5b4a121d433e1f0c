import * as Effect from 'effect/Effect'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LanePromptRoute } from '../../contract/lane/prompts.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const lanePromptHandlers = ({ prompts, asks }: Services) => {
  const handlers: Handlers<LanePromptRoute> = {
    'GET /api/lanes/:id/prompt': ({ query }, { row, reads }) => {
      // A query parameter is text, and `Number('')` is 0.
      const slot = /^\d$/.test(query.slot ?? '') ? Number(query.slot) : undefined
      return Effect.map(prompts.show(row, slot, reads), (prompt) => ({ status: 200 as const, json: { prompt } }))
    },
    'POST /api/lanes/:id/answer': ({ body }, request) =>
      Effect.map(asks.answerSlot(request.row, body, request), (json) => ({ status: 200 as const, json })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
