import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { reject } from '../../../domain/rejection.js'
import { remoteSource, remoteSources, type StoredSource } from '../../../projections/queries/remote-sources.js'
import type { remoteSources as routes } from '../../contract/system/remote-sources.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import { folderStatus, remoteSourceShape } from '../../remote-source-shape.js'
import { ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

export const remoteSourceHandlers = ({ db, remote }: Services): Handlers<keyof typeof routes> => {
  const { commands, sync } = remote
  const shaped = (source: StoredSource) => remoteSourceShape(source, sync.live(source.id))
  return {
    'GET /api/remote-sources': (_input, { reads }) => ({
      status: 200,
      json: { sources: remoteSources(db, reads).map(shaped) },
    }),
    'POST /api/remote-sources': ({ body }, { author, writes }) =>
      Effect.map(commands.add(body, author), (id) => {
        const source = created(remoteSource(db, writes, id))
        if (source.enabled) sync.begin(id)
        return { status: 201 as const, json: { source: shaped(source) } }
      }),
    'POST /api/remote-sources/sync-all': () =>
      Effect.map(sync.syncAll, (results) => {
        const synced = results.filter(({ ok }) => ok).length
        return { status: 200 as const, json: { ok: synced === results.length, synced, results } }
      }),
    'PATCH /api/remote-sources/:id': ({ params, body }, { author, writes }) =>
      Effect.gen(function* () {
        yield* commands.update(params.id, body, author)
        return ok({ source: shaped(yield* stillThere('source', remoteSource(db, writes, params.id))) })
      }),
    'DELETE /api/remote-sources/:id': ({ params, query }, { author }) =>
      Effect.map(commands.remove(params.id, query.purge, author), (purged) => ok({ ok: true, purged })),
    'POST /api/remote-sources/:id/test': (_input, { row: source }) =>
      Effect.map(Effect.either(sync.test(source)), (found) => {
        const failure = Either.isLeft(found) ? found.left.message : null
        const counts = Either.isLeft(found) ? { claude: null, codex: null } : found.right
        const told = (n: number | null, path: string) => ({
          status: folderStatus(failure !== null ? null : n === null ? 'missing' : 'found', failure !== null),
          message: failure ?? (n === null ? `${path} not found` : `${n} transcripts`),
          path,
        })
        return {
          status: 200 as const,
          json: {
            ok: failure === null,
            message: failure ?? 'connected',
            remoteProjects: counts.claude ?? 0,
            remoteCodexSessions: counts.codex ?? 0,
            providers: {
              claude: told(counts.claude, `${source.remoteHome}/projects`),
              codex: told(counts.codex, `${source.remoteCodexHome}/sessions`),
            },
          },
        }
      }),
    'POST /api/remote-sources/:id/sync': (_input, { row: source }) =>
      Effect.gen(function* () {
        const status = 200 as const
        const result = yield* sync.sync(source.id)
        if (result === undefined)
          return { status, json: { ok: true, skipped: true, reason: 'already-syncing' } as const }
        const { ok, error, imported, skipped, errors, files, bytes } = result
        if (!ok && errors === 0)
          return yield* Effect.fail(reject('SYNC_FAILED', error ?? 'the machine could not be synced'))
        return { status, json: { ok, error, imported, skipped, backfilled: 0, errors, files, bytes } }
      }),
  }
}
