import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable, Provider } from '../common.js'
import { endpoint } from '../endpoint.js'
import { text } from '../param.js'
import { streamBody } from '../raw.js'

const Counted = { imported: Count, skipped: Count, backfilled: Count, errors: Count }

/** The result of an import. `imported`, `backfilled` and `skipped` count new, extended and unchanged sessions. */
const ImportResult = S.Struct({
  ok: S.Literal(true),
  source: S.Literal('default', 'path', 'upload'),
  provider: Nullable(Provider),
  path: Nullable(S.String),
  ...Counted,
  sessions_seen: Count,
  files_scanned: Count,
  files_received: Count,
  rejected_files: S.Array(S.Struct({ name: S.String, reason: S.String })),
  entries_extracted: Count,
  entries_skipped: Count,
})

export const MAX_UPLOAD_BYTES = 1024 ** 3
export const MAX_UPLOAD_FILES = 2000
export const UPLOAD_EXTENSIONS = ['.jsonl', '.meta.json', '.zip', '.tar', '.tar.gz', '.tgz', '.gz'] as const

export const imports = {
  'GET /api/import/guide': endpoint({
    summary: 'Get instructions to import history from another machine',
    tag: 'import',
    access: 'import:guide',
    tables: false,
    query: { provider: text('`claude` (default) or `codex`') },
    answers: {
      200: S.Struct({
        provider: Provider,
        platform: S.String,
        default_projects_dir: S.String,
        default_projects_dir_display: S.String,
        default_projects_dir_exists: S.Boolean,
        default_projects_dir_stats: S.Struct({ projects: Count, jsonl_files: Count }),
        archive_command: S.String,
        supported_extensions: S.Array(S.String),
        max_upload_bytes: Count,
        max_upload_files: Count,
        steps: S.Array(S.Struct({ id: S.String, title: S.String, body: S.String })),
      }),
    },
    errors: ['INVALID_PROVIDER'],
  }),
  'POST /api/import/rescan': endpoint({
    summary: 'Import new transcripts from the default directories',
    tag: 'import',
    access: 'import:host',
    body: S.Struct({ provider: S.optional(S.NullOr(Provider)) }),
    answers: { 200: ImportResult },
  }),
  'POST /api/import/scan-path': endpoint({
    summary: 'Import transcripts from a directory on this machine',
    tag: 'import',
    access: 'import:host',
    body: S.Struct({ path: S.NonEmptyString, provider: S.optional(S.NullOr(Provider)) }),
    answers: { 200: ImportResult },
    errors: ['PATH_NOT_FOUND', 'NOT_A_DIRECTORY'],
  }),
  'POST /api/import/upload': endpoint({
    summary: 'Upload and import transcripts: .jsonl files, or .zip, .tar, .tar.gz and .gz archives',
    tag: 'import',
    access: 'import:upload',
    body: streamBody({ 'multipart/form-data': { field: 'files' } }),
    answers: { 200: ImportResult },
    errors: ['NO_FILES', 'NO_JSONL', 'INVALID_PROVIDER', 'IMPORT_UPLOAD_FAILED', 'EXTRACTION_LIMIT_EXCEEDED'],
  }),
  'POST /api/settings/reimport': endpoint({
    summary: 'Import the whole history again; skips duplicates and restores deleted sessions',
    tag: 'settings',
    access: 'import:host',
    answers: { 200: S.Struct({ ok: S.Literal(true), ...Counted }) },
  }),
} as const
