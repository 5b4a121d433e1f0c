import * as Effect from 'effect/Effect'
import type { Caller } from '../../../domain/access/caller.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import type { LaneShape } from '../../../projections/queries/lanes.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneFilesRoute } from '../../contract/lane/files.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { createdPath, planReply, uploadAsked, uploadReply, zipReply } from './file-replies.js'

interface Query {
  readonly session: string | undefined
  readonly source: string | undefined
}
type Request = Caller & { readonly row: LaneShape }

export const laneFileHandlers = ({ files, filePlaces }: Services) => {
  const placeOf = ({ session, source }: Query, request: Request, visibility: Visibility) =>
    filePlaces.ofLane({ lane: request.row, session, source }, visibility, request)

  /** The folder that a request reads. */
  const read = (query: Query, request: Request) => placeOf(query, request, request.reads)

  /** The folder that a request changes. */
  const changed = (query: Query, request: Request) =>
    Effect.tap(placeOf(query, request, request.writes), (place) =>
      filePlaces.changeable({ lane: request.row, session: query.session }, place),
    )

  const handlers: Handlers<LaneFilesRoute> = {
    'GET /api/lanes/:id/fs/list': ({ query }, request) =>
      Effect.map(
        Effect.flatMap(read(query, request), (place) => files.list(place, query.path)),
        ok,
      ),
    'POST /api/lanes/:id/fs/mkdir': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.make(place, 'mkdir', body.path, request.author), createdPath),
      ),
    'POST /api/lanes/:id/fs/newfile': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.make(place, 'newfile', body.path, request.author), createdPath),
      ),
    'POST /api/lanes/:id/fs/rename': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.rename(place, body.path, body.name, request.author), (path) => ok({ path })),
      ),
    'POST /api/lanes/:id/fs/move': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.move(place, body, request.author), ({ paths }) => ok({ moved: paths })),
      ),
    'POST /api/lanes/:id/fs/copy': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.copy(place, body, request), ({ paths, skipped }) => ok({ copied: paths, skipped })),
      ),
    'POST /api/lanes/:id/fs/delete': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.discard(place, body.paths, request.author), (trashed) => ok({ trashed })),
      ),
    'GET /api/lanes/:id/fs/trash': ({ query }, request) =>
      Effect.map(Effect.flatMap(read(query, request), files.trash), ok),
    'POST /api/lanes/:id/fs/trash/restore': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) => Effect.map(files.restore(place, body.id, request), ok)),
    'POST /api/lanes/:id/fs/trash/purge': ({ query, body }, request) =>
      Effect.flatMap(placeOf(query, request, request.writes), (place) =>
        Effect.map(files.purge(place, body.id, request.author), (purged) => ok({ purged })),
      ),
    'POST /api/lanes/:id/fs/upload': ({ query, body }, request) =>
      Effect.flatMap(changed(query, request), (place) =>
        Effect.map(files.upload(place, uploadAsked(query, body, request), request), uploadReply),
      ),
    'GET /api/lanes/:id/fs/zip': ({ query }, request) =>
      Effect.flatMap(read(query, request), (place) =>
        query.plan
          ? Effect.map(files.plan(place, query.p), planReply)
          : Effect.map(files.zip(place, query.p, request), zipReply),
      ),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
