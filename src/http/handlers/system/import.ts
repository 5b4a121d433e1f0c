import * as Effect from 'effect/Effect'
import { reject } from '../../../domain/rejection.js'
import type { ImportResult } from '../../../commands/maintenance/imports.js'
import { isProvider, type Provider } from '../../../domain/tools/catalog.js'
import { type imports, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, UPLOAD_EXTENSIONS } from '../../contract/system/import.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const NOT_UPLOADED = { files_received: 0, rejected_files: [], entries_extracted: 0, entries_skipped: 0 }

const answerOf = (result: ImportResult, provider: Provider | null) => ({
  status: 200 as const,
  json: { ok: true as const, provider, ...result, ...NOT_UPLOADED },
})

export const importHandlers = (services: Services): Handlers<keyof typeof imports> => {
  const { imports: commands } = services
  return {
    'GET /api/import/guide': async ({ query }) => {
      const provider = query.provider ?? 'claude'
      if (!isProvider(provider)) return reject('INVALID_PROVIDER', 'provider: must be claude or codex')
      const { directory, shown, exists, projects, files } = await services.historyFacts(provider)
      return {
        status: 200,
        json: {
          provider,
          platform: services.machine().platform,
          default_projects_dir: directory,
          default_projects_dir_display: shown,
          default_projects_dir_exists: exists,
          default_projects_dir_stats: { projects, jsonl_files: files },
          archive_command: archiveCommand(provider),
          supported_extensions: UPLOAD_EXTENSIONS,
          max_upload_bytes: MAX_UPLOAD_BYTES,
          max_upload_files: MAX_UPLOAD_FILES,
          steps: stepsFor(provider),
        },
      }
    },
    'POST /api/import/rescan': ({ body: { provider = null } }) =>
      Effect.map(commands.rescan(provider), (result) => answerOf(result, provider)),
    'POST /api/import/scan-path': ({ body: { path, provider = null } }, { author }) =>
      Effect.map(commands.scanPath(path, provider, author), (result) => answerOf(result, provider)),
    'POST /api/import/upload': ({ body }, { author }) =>
      Effect.map(commands.upload(body, author), ({ received, provider, ...counted }) => ({
        status: 200 as const,
        json: {
          ok: true,
          provider,
          ...counted,
          files_received: received.files,
          rejected_files: received.rejected,
          entries_extracted: received.extracted,
          entries_skipped: received.skipped,
        },
      })),
    'POST /api/settings/reimport': () =>
      Effect.map(commands.reimport(), ({ imported, skipped, backfilled, errors }) => ({
        status: 200 as const,
        json: { ok: true as const, imported, skipped, backfilled, errors },
      })),
  }
}

/** Where the other machine keeps its history. The folders of this machine are set by its own environment. */
const USUAL: Readonly<Record<Provider, readonly [home: string, folder: string]>> = {
  claude: ['~/.claude', 'projects'],
  codex: ['~/.codex', 'sessions'],
}

const archiveCommand = (provider: Provider): string => {
  const [home, folder] = USUAL[provider]
  return `tar -czf history.tar.gz -C ${home} ${folder}`
}

const stepsFor = (provider: Provider) => [
  {
    id: 'locate',
    title: 'Find the history',
    body: `On the other machine, the transcripts are usually in ${USUAL[provider].join('/')}.`,
  },
  {
    id: 'archive',
    title: 'Create an archive',
    body: `Run: ${archiveCommand(provider)}. Single .jsonl files, .zip and .tar files also work.`,
  },
  {
    id: 'choose',
    title: 'Import it',
    body: 'Upload the archive, or enter a folder on this machine that contains the transcripts.',
  },
  {
    id: 'verify',
    title: 'Check the result',
    body: 'Duplicates are skipped: importing twice adds nothing.',
  },
]
