import * as Effect from 'effect/Effect'
import type { Visibility } from '../../../domain/access/visibility.js'
import { laneById, laneCursor, pageOfLanes } from '../../../projections/queries/lanes.js'
import { panesByLane, panesOfLane } from '../../../projections/queries/runs.js'
import { LANE_PREFIXES, type LaneRoute } from '../../contract/lane/lanes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import { done, ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

/** Copied files that are named. */
const MOST_COPIED = 50

export const laneHandlers = ({
  db,
  lanes,
  worktrees,
  folders,
  clone,
  pickPath,
  pipelines,
  isolation,
  routerAttachments,
  watchersOf,
}: Services) => {
  const newLane = (id: number, visibility: Visibility) => pipelines.show(created(laneById(db, visibility, id)))

  const handlers: Handlers<LaneRoute> = {
    'GET /api/lanes': ({ query: { limit, cursor } }, { reads }) => {
      const { page, next } = pageOfLanes(db, reads, limit, laneCursor(cursor))
      const panes = panesByLane(
        db,
        reads,
        page.map(({ id }) => id),
      )
      const shown = page.map((lane) => ({
        ...pipelines.show(lane),
        ...watchersOf(lane),
        panes: panes.get(lane.id) ?? [],
      }))
      return { status: 200, json: { lanes: shown, ...(next === null ? {} : { next_cursor: next }) } }
    },
    'POST /api/lanes': ({ body: { cwd, ...input } }, caller) =>
      Effect.map(lanes.create(cwd, input, caller), (id) => ({
        status: 201 as const,
        json: { lane: newLane(id, caller.writes) },
      })),
    'POST /api/lanes/ensure': ({ body: { cwd, exact, ...input } }, caller) =>
      Effect.map(lanes.ensure(cwd, exact ?? false, input, caller), ({ id, created: isNew }) => ({
        status: isNew ? (201 as const) : (200 as const),
        json: { lane: newLane(id, caller.writes), created: isNew },
      })),
    'POST /api/lanes/worktree': ({ body }, caller) =>
      Effect.map(worktrees.create(body, caller), (id) => ({
        status: 202 as const,
        json: { lane: newLane(id, caller.writes) },
      })),
    'GET /api/lanes/browse': ({ query }, caller) => Effect.map(folders.list(query, caller), ok),
    'POST /api/lanes/browse/mkdir': ({ body }, caller) =>
      Effect.map(folders.make(body.parent, body.name, caller), (path) => ({ status: 201 as const, json: { path } })),
    'POST /api/lanes/pick-path': ({ body }, request) =>
      Effect.map(pickPath(body, request.client().isHost, request), (path) =>
        ok(path === null ? { cancelled: true as const } : { path }),
      ),
    'POST /api/lanes/clone': ({ body }, caller) =>
      Effect.map(clone(body, caller), ({ id, path }) => ({
        status: 201 as const,
        json: { lane: newLane(id, caller.writes), created: true, path },
      })),
    'GET /api/lanes/preparation': ({ query }, caller) =>
      Effect.map(worktrees.preparation(query.path, caller), (found) => {
        const { copied, setup } = found ?? { copied: [], setup: null }
        const files = copied.slice(0, MOST_COPIED)
        return ok({ available: found !== null, copied: { count: copied.length, files }, setup })
      }),
    'GET /api/lanes/branches': ({ query }, caller) =>
      Effect.map(worktrees.branches(query.path, caller), (found) => ({
        status: 200 as const,
        json: { available: found !== null, ...(found ?? { branches: [], current: null, worktrees: [] }) },
      })),
    'GET /api/lanes/pipelines': () => ({
      status: 200,
      json: {
        pipelines: [...pipelines.templates().values()].map(({ nodes, ...template }) => ({
          ...template,
          nodes: nodes.map(({ id, label, icon, gate, aliases }) => ({ id, label, icon, gate, aliases })),
        })),
      },
    }),
    'POST /api/lanes/pipelines/examples': () => Effect.map(pipelines.installExamples, ok),
    'GET /api/lanes/:id': (_input, { row: lane, reads }) => ({
      status: 200,
      json: { lane: { ...pipelines.show(lane), ...watchersOf(lane) }, panes: panesOfLane(db, reads, lane.id) },
    }),
    'PATCH /api/lanes/:id': ({ body }, { row: { id }, author, writes }) =>
      Effect.gen(function* () {
        yield* lanes.patch(id, body, author)
        return ok({ lane: pipelines.show(yield* stillThere('lane', laneById(db, writes, id))) })
      }),
    'POST /api/lanes/:id/archive': (_input, { row, author }) => Effect.as(lanes.archive(row.id, true, author), done),
    'DELETE /api/lanes/:id/archive': (_input, { row, author }) => Effect.as(lanes.archive(row.id, false, author), done),
    'DELETE /api/lanes/:id': (_input, { row, author }) =>
      isolation
        .forget(row, lanes.forget(row.id, author))
        .pipe(Effect.zipRight(routerAttachments.release(row)), Effect.as(done)),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
