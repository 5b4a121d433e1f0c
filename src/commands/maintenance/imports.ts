import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { isProvider, type Provider } from '../../domain/tools/catalog.js'
import type { ImportManner, ImportProgress, importHistory } from '../ingest/history.js'
import type { Serial } from '../kernel/serial.js'
import type { ImportPlaces } from '../ports/import-places.js'
import type { TranscriptFile, TranscriptRoots } from '../ports/transcripts.js'
import type { Received, UnusableUpload, UploadBody, UploadPort } from '../ports/uploads.js'
import { inImportTurn } from './import-turn.js'

export interface ImportParts {
  readonly read: ReturnType<typeof importHistory>
  readonly onProgress: (progress: ImportProgress) => void
  readonly roots: TranscriptRoots
  readonly places: ImportPlaces
  readonly uploads: UploadPort
  /** Archives a transcript that was read. */
  readonly keep: (file: TranscriptFile) => Promise<void>
  readonly serial: Serial
  /** Resolves when the import at startup has finished or failed, so that no file is read twice at once. */
  readonly first: () => Promise<unknown>
}

/** What an import found and did, by sessions and files. */
export interface ImportResult {
  readonly source: ImportProgress['source']
  readonly path: string | null
  readonly imported: number
  readonly backfilled: number
  readonly skipped: number
  readonly errors: number
  readonly sessions_seen: number
  readonly files_scanned: number
}

interface UploadResult extends ImportResult {
  readonly provider: Provider | null
  readonly received: Received
}

/** Returns the imports that a user starts. They run one at a time. */
export const importCommands = (parts: ImportParts) => {
  const { read, onProgress, roots, places, uploads, keep } = parts

  const run = (
    where: TranscriptRoots,
    source: ImportProgress['source'],
    path: string | null,
    manner: ImportManner,
  ): Effect.Effect<ImportResult> =>
    inImportTurn(
      parts,
      Effect.promise(async () => {
        const { counters } = await read(where, source, onProgress, manner)
        const of = (name: string): number => counters[name] ?? 0
        return {
          source,
          path,
          imported: of('imported'),
          backfilled: of('backfilled'),
          skipped: of('skipped'),
          errors: of('errors'),
          sessions_seen: of('seen'),
          files_scanned: of('scanned'),
        }
      }),
    )

  const only = (provider: Provider | null): TranscriptRoots => ({
    claude: provider === 'codex' ? null : roots.claude,
    codex: provider === 'claude' ? null : roots.codex,
    others: (roots.others ?? []).filter((other) => provider === null || other.provider === provider),
    ...(roots.users === undefined || provider !== null ? {} : { users: roots.users }),
  })

  const importReceived = (
    received: Received,
    { by }: Author,
  ): Effect.Effect<UploadResult, Rejection<'INVALID_PROVIDER'>> => {
    const provider = received.fields['provider'] || null
    if (provider !== null && !isProvider(provider)) {
      return Effect.fail(reject('INVALID_PROVIDER', 'provider: must be claude or codex'))
    }
    const where = uploads.rootsOf(received, provider)
    const imported = run(where, 'upload', null, { revives: 'purged', by, onlyOwn: true, onRead: uploads.keep })
    return Effect.map(imported, (result) => ({ ...result, received, provider }))
  }

  return {
    /** Imports new transcripts from the CLIs' own directories, including data that was cleared. */
    rescan: (provider: Provider | null): Effect.Effect<ImportResult> =>
      run(only(provider), 'default', null, { revives: 'cleared' }),

    /** Reads everything in the CLIs' own directories again, including deleted sessions. */
    reimport: (): Effect.Effect<ImportResult> => run(roots, 'default', null, { revives: 'purged', reread: true }),

    /** Imports the transcripts of a folder. It may be deleted afterwards, because copies are kept. */
    scanPath: (
      path: string,
      provider: Provider | null,
      { by }: Author,
    ): Effect.Effect<ImportResult, Rejection<'INVALID_INPUT' | 'PATH_NOT_FOUND' | 'NOT_A_DIRECTORY'>> =>
      Effect.gen(function* () {
        const folder = places.folder(path)
        if (folder === 'not absolute')
          return yield* Effect.fail(reject('INVALID_INPUT', 'path: must be absolute or start with ~'))
        if (folder === 'not there') return yield* Effect.fail(reject('PATH_NOT_FOUND', `${path} not found`))
        if (folder === 'no directory')
          return yield* Effect.fail(reject('NOT_A_DIRECTORY', `${path} is not a directory`))
        return yield* run(places.rootsIn(folder.path, provider), 'path', folder.path, {
          revives: 'purged',
          by,
          onRead: keep,
        })
      }),

    /** Imports uploaded transcripts, single files or archives. */
    upload: (
      body: UploadBody,
      author: Author,
    ): Effect.Effect<UploadResult, Rejection<UnusableUpload | 'INVALID_PROVIDER'>> =>
      Effect.acquireUseRelease(
        Effect.promise(() => uploads.receive(body)),
        (received) =>
          Effect.gen(function* () {
            if ('_tag' in received) return yield* Effect.fail(received)
            return yield* importReceived(received, author)
          }),
        (received) => ('_tag' in received ? Effect.void : Effect.promise(() => uploads.discard(received))),
      ),
  }
}

export type ImportCommands = ReturnType<typeof importCommands>
