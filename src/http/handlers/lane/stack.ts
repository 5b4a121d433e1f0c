import * as Effect from 'effect/Effect'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneStackRoute } from '../../contract/lane/stack.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const ok = <A>(json: A) => ({ status: 200 as const, json })
const started = (lane_id: number) => (job: string) => ({
  status: 202 as const,
  json: { accepted: true as const, job, lane_id },
})

export const laneStackHandlers = ({ stacks }: Services) => {
  const handlers: Handlers<LaneStackRoute> = {
    'GET /api/lanes/:id/runtime': (_input, { row }) => Effect.map(stacks.runtime(row), ok),
    'POST /api/lanes/:id/up': ({ body }, { row, author }) =>
      Effect.map(stacks.up(row, body.build ?? true, author), started(row.id)),
    'POST /api/lanes/:id/down': (_input, { row, author }) =>
      Effect.map(stacks.down(row, author), (down) => ok({ ok: true, ...down })),
    'GET /api/lanes/:id/hooks': (_input, { row, reads }) =>
      Effect.map(stacks.hooks(row, reads), (hooks) => ok({ hooks })),
    'POST /api/lanes/:id/hook/:name': ({ params, body }, { row, author }) =>
      Effect.map(stacks.hook(row, params.name, body.args, author), started(row.id)),
    'GET /api/lanes/:id/logs/:svc': ({ params: { svc }, query: { tail } }, { row }) =>
      Effect.map(stacks.log(row, svc, tail), (log) =>
        ok(log === null ? { available: false as const } : { available: true as const, svc, ...log }),
      ),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
