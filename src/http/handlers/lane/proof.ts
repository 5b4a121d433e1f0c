import * as Effect from 'effect/Effect'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneProofRoute } from '../../contract/lane/proof.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

/** A report is written by an agent, from what it has read: its scripts run nowhere. Its images come from the same folder. */
const SANDBOX = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox"

const ok = <A>(json: A) => ({ status: 200 as const, json })

export const laneProofHandlers = ({ proof }: Services) => {
  const handlers: Handlers<LaneProofRoute> = {
    'GET /api/lanes/:id/proof': (_input, { row }) => Effect.map(proof.list(row), (features) => ok({ features })),
    'GET /api/lanes/:id/proof/:slug/:group/:file': ({ params, query: { width } }, { row }) =>
      Effect.map(proof.read(row, params, width === undefined ? undefined : Number(width)), ({ type, content }) => ({
        status: 200 as const,
        content,
        headers: {
          'content-type': type,
          'content-security-policy': SANDBOX,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
        },
      })),
    'POST /api/lanes/:id/proof/:slug/:group': ({ params, query: { name }, body }, { row }) =>
      Effect.map(proof.store(row, params, name, body), (file) => ({ status: 201 as const, json: { file } })),
    'DELETE /api/lanes/:id/proof/:slug': ({ params, body }, { row }) =>
      Effect.map(proof.remove(row, params.slug, body), (deleted) => ok({ deleted })),
    'POST /api/lanes/:id/proof-link': (_input, { row }) => Effect.map(proof.link(row), (linked) => ok({ linked })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
