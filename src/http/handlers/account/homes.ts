import * as Effect from 'effect/Effect'
import { userNumber } from '../../../domain/access/author.js'
import type { Caller } from '../../../domain/access/caller.js'
import type { FilesPlace } from '../../../commands/files/place.js'
import { reject } from '../../../domain/rejection.js'
import { allUsers, userById } from '../../../projections/queries/users.js'
import type { userHomes } from '../../contract/account/homes.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { attachment, createdPath, planReply, uploadAsked, uploadReply, zipReply } from '../lane/file-replies.js'
import { rangeOf } from './range.js'

export const userHomeHandlers = ({
  db,
  files,
  filePlaces,
  staffReads,
  userSecrets,
}: Services): Handlers<keyof typeof userHomes> => {
  /** Reads a home. That of somebody else is recorded, before anything is answered. */
  const reading = <A, E, R>(
    who: string,
    caller: Caller,
    route: keyof typeof userHomes,
    work: (place: FilesPlace) => Effect.Effect<A, E, R>,
  ) =>
    Effect.gen(function* () {
      const { place, foreign } = yield* filePlaces.homeNamed(who, caller)
      const result = yield* work(place)
      if (foreign !== null) yield* staffReads.readHome(caller.author, foreign, route)
      return result
    })

  /** Returns the home that a caller changes, which is their own. */
  const own = (who: string, caller: Caller) =>
    Effect.flatMap(filePlaces.homeNamed(who, caller), ({ place, foreign }) =>
      foreign === null
        ? Effect.succeed(place)
        : Effect.fail(reject('EREADONLY', 'the home of somebody else can only be read')),
    )

  const labelOf = (user: NonNullable<ReturnType<typeof userById>>): string =>
    userSecrets.personOf(user).displayName ?? user.username

  return {
    'GET /api/homes': (_input, { principal }) => {
      const self = userById(db, userNumber(principal.id) ?? 0)
      const isAdmin = principal.role === 'admin' && principal.kind !== 'pane'
      const others = isAdmin ? allUsers(db).filter(({ id }) => id !== self?.id) : []
      return ok({
        homes: [
          ...(self === undefined ? [] : [{ id: 'me', label: labelOf(self), readOnly: false }]),
          ...others.map((user) => ({ id: user.username, label: labelOf(user), readOnly: true })),
        ],
      })
    },
    'GET /api/homes/:who/fs/list': ({ params: { who }, query }, request) =>
      Effect.map(
        reading(who, request, 'GET /api/homes/:who/fs/list', (place) => files.list(place, query.path)),
        ok,
      ),
    'GET /api/homes/:who/fs/trash': ({ params: { who } }, request) =>
      Effect.map(reading(who, request, 'GET /api/homes/:who/fs/trash', files.trash), ok),
    'GET /api/homes/:who/fs/zip': ({ params: { who }, query }, request) =>
      reading(who, request, 'GET /api/homes/:who/fs/zip', (place) =>
        query.plan
          ? Effect.map(files.plan(place, query.p), planReply)
          : Effect.map(files.zip(place, query.p, request), zipReply),
      ),
    'GET /api/homes/:who/fs/download': ({ params: { who }, query }, request) =>
      reading(who, request, 'GET /api/homes/:who/fs/download', (place) =>
        Effect.flatMap(files.open(place, query.path ?? ''), (file) => {
          const range = rangeOf(request.header('range'), file.size)
          if (range === 'unsatisfiable')
            return Effect.zipRight(
              Effect.promise(file.close),
              Effect.fail(reject('EBADRANGE', `the file has ${file.size} bytes`)),
            )
          const { start, end } = range ?? { start: 0, end: file.size - 1 }
          return Effect.succeed({
            status: range === null ? (200 as const) : (206 as const),
            content: file.read(start, end),
            headers: {
              ...attachment(file.name),
              'accept-ranges': 'bytes',
              'content-length': String(end - start + 1),
              ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${file.size}` }),
            },
          })
        }),
      ),
    'POST /api/homes/:who/fs/mkdir': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.make(place, 'mkdir', body.path, request.author), createdPath),
      ),
    'POST /api/homes/:who/fs/newfile': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.make(place, 'newfile', body.path, request.author), createdPath),
      ),
    'POST /api/homes/:who/fs/rename': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.rename(place, body.path, body.name, request.author), (path) => ok({ path })),
      ),
    'POST /api/homes/:who/fs/move': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.move(place, body, request.author), ({ paths }) => ok({ moved: paths })),
      ),
    'POST /api/homes/:who/fs/copy': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.copy(place, body, request), ({ paths, skipped }) => ok({ copied: paths, skipped })),
      ),
    'POST /api/homes/:who/fs/delete': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.discard(place, body.paths, request.author), (trashed) => ok({ trashed })),
      ),
    'POST /api/homes/:who/fs/upload': ({ params: { who }, query, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.upload(place, uploadAsked(query, body, request), request), uploadReply),
      ),
    'POST /api/homes/:who/fs/trash/restore': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) => Effect.map(files.restore(place, body.id, request), ok)),
    'POST /api/homes/:who/fs/trash/purge': ({ params: { who }, body }, request) =>
      Effect.flatMap(own(who, request), (place) =>
        Effect.map(files.purge(place, body.id, request.author), (purged) => ok({ purged })),
      ),
  }
}
