import type { imports } from '../../../contract/system/import.js'
import type { Operations } from '../../operation.js'

const counted = { imported: 3, skipped: 9, backfilled: 1, errors: 0 }

const imported = {
  ok: true,
  source: 'default',
  provider: null,
  path: null,
  ...counted,
  sessions_seen: 13,
  files_scanned: 21,
  files_received: 0,
  rejected_files: [],
  entries_extracted: 0,
  entries_skipped: 0,
} as const

export const importsOperations: Operations<keyof typeof imports> = {
  'GET /api/import/guide': {
    description: 'Returns how to import history from another machine: directories, commands and limits.',
    answer: {
      provider: 'claude',
      platform: 'linux',
      default_projects_dir: '/home/ada/.claude/projects',
      default_projects_dir_display: '~/.claude/projects',
      default_projects_dir_exists: true,
      default_projects_dir_stats: { projects: 4, jsonl_files: 21 },
      archive_command: 'tar -czf projects.tar.gz -C ~/.claude projects',
      supported_extensions: ['.jsonl', '.zip', '.tar.gz'],
      max_upload_bytes: 1_073_741_824,
      max_upload_files: 2000,
      steps: [{ id: 'archive', title: 'Pack the folder', body: 'Run the command on the other machine.' }],
    },
  },
  'POST /api/import/rescan': {
    description: 'Imports new transcripts from the default directories, for one provider or both.',
    request: { provider: 'claude' },
    answer: { ...imported, provider: 'claude' },
  },
  'POST /api/import/scan-path': {
    description:
      'Imports the transcripts in a directory on this machine. They are copied, so the directory can be deleted afterwards.',
    request: { path: '/home/ada/old-projects' },
    answer: { ...imported, source: 'path', path: '/home/ada/old-projects' },
  },
  'POST /api/import/upload': {
    description:
      'Imports uploaded transcripts: `.jsonl` files, alone or in `.zip`, `.tar`, `.tar.gz` or `.gz` archives.',
    answer: { ...imported, source: 'upload', files_received: 1, entries_extracted: 21 },
  },
  'POST /api/settings/reimport': {
    description: 'Imports the whole history again. Duplicates are skipped; deleted sessions are restored.',
    answer: { ok: true, ...counted },
  },
}
