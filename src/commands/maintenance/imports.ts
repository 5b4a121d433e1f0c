import { reject, type Rejection } from '../../domain/rejection.js'
import { isProvider, type Provider } from '../../domain/tools/catalog.js'
import type { ImportManner, ImportProgress, importHistory } from '../ingest/history.js'
import type { ImportPlaces } from '../ports/import-places.js'
import type { TranscriptFile, TranscriptRoots } from '../ports/transcripts.js'
import type { Received, UnusableUpload, UploadBody, UploadPort } from '../ports/uploads.js'
import type { Turns } from './turns.js'

export interface ImportParts {
  readonly read: ReturnType<typeof importHistory>
  readonly onProgress: (progress: ImportProgress) => void
  readonly roots: TranscriptRoots
  readonly places: ImportPlaces
  readonly uploads: UploadPort
  /** Archives a transcript that was read. */
  readonly keep: (file: TranscriptFile) => Promise<void>
  readonly turns: Turns
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

export interface UploadResult extends ImportResult {
  readonly provider: Provider | null
  readonly received: Received
}

/** Returns the imports that a user starts. They run one at a time. */
export const importCommands = (parts: ImportParts) => {
  const { read, onProgress, roots, places, uploads, keep, turns, first } = parts

  const run = (
    where: TranscriptRoots,
    source: ImportProgress['source'],
    path: string | null,
    manner: ImportManner,
  ): Promise<ImportResult> =>
    turns.take(async () => {
      await first()
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
    })

  const only = (provider: Provider | null): TranscriptRoots => ({
    claude: provider === 'codex' ? null : roots.claude,
    codex: provider === 'claude' ? null : roots.codex,
  })

  return {
    /** Imports new transcripts from the CLIs' own directories, including data that was cleared. */
    rescan: (provider: Provider | null): Promise<ImportResult> =>
      run(only(provider), 'default', null, { revives: 'cleared' }),

    /** Reads everything in the CLIs' own directories again, including deleted sessions. */
    reimport: (): Promise<ImportResult> => run(roots, 'default', null, { revives: 'purged', anew: true }),

    /** Imports the transcripts of a folder. It may be deleted afterwards, because copies are kept. */
    scanPath: async (
      path: string,
      provider: Provider | null,
    ): Promise<ImportResult | Rejection<'INVALID_INPUT' | 'PATH_NOT_FOUND' | 'NOT_A_DIRECTORY'>> => {
      const folder = places.folder(path)
      if (folder === 'not absolute') return reject('INVALID_INPUT', 'path: must be absolute or start with ~')
      if (folder === 'not there') return reject('PATH_NOT_FOUND', `${path} not found`)
      if (folder === 'no directory') return reject('NOT_A_DIRECTORY', `${path} is not a directory`)
      return run(places.rootsIn(folder.path, provider), 'path', folder.path, { revives: 'purged', onRead: keep })
    },

    /** Imports uploaded transcripts, single files or archives. */
    upload: async (body: UploadBody): Promise<UploadResult | Rejection<UnusableUpload | 'INVALID_PROVIDER'>> => {
      const received = await uploads.receive(body)
      if ('_tag' in received) return received
      try {
        const provider = received.fields['provider'] || null
        if (provider !== null && !isProvider(provider)) {
          return reject('INVALID_PROVIDER', 'provider: must be claude or codex')
        }
        const where = uploads.rootsOf(received, provider)
        const result = await run(where, 'upload', null, { revives: 'purged', onRead: uploads.keep })
        return { ...result, received, provider }
      } finally {
        await uploads.discard(received)
      }
    },
  }
}

export type ImportCommands = ReturnType<typeof importCommands>
