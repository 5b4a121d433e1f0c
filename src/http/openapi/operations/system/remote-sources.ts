import type { remoteSources } from '../../../contract/system/remote-sources.js'
import type { Operations } from '../../operation.js'

const source = {
  id: '01JD3Z9Q5R7S1T3V5W7X9Y1Z3A',
  label: 'Build server',
  host: 'ada@build.example.com',
  ssh_port: null,
  identity_file: null,
  remote_home: '~/.claude',
  remote_codex_home: '~/.codex',
  enabled: true,
  status: 'ok',
  claude_status: 'ok',
  codex_status: 'unavailable',
  last_error: null,
  last_sync_at: '2026-11-20T09:30:00.000Z',
  last_sync_counts: { imported: 214 },
  session_count: 5,
  created_at: '2026-11-03T10:00:00.000Z',
  updated_at: '2026-11-03T10:00:00.000Z',
} as const

export const remoteSourcesOperations: Operations<keyof typeof remoteSources> = {
  'GET /api/remote-sources': {
    description: 'Lists the remote machines whose transcripts are synced over SSH.',
    answer: { sources: [source] },
  },
  'POST /api/remote-sources': {
    description:
      'Adds a remote machine and starts the first sync. On Windows, directories are `C:/…` (requires `sh`) or `wsl:~/…` (default WSL distribution).',
    request: { label: 'Build server', host: 'ada@build.example.com' },
    answer: { source: { ...source, status: 'syncing', last_sync_at: null, last_sync_counts: null, session_count: 0 } },
  },
  'POST /api/remote-sources/sync-all': {
    description: 'Syncs all enabled machines and returns the result of each.',
    answer: { ok: true, synced: 1, results: [{ id: source.id, ok: true, error: null }] },
  },
  'PATCH /api/remote-sources/:id': {
    description: 'Updates the settings of a machine. `null` resets a field to its default.',
    request: { enabled: false },
    answer: { source: { ...source, enabled: false } },
  },
  'DELETE /api/remote-sources/:id': {
    description: 'Removes a machine. Keeps its sessions; `purge=1` deletes them permanently.',
    answer: { ok: true, purged: 0 },
  },
  'POST /api/remote-sources/:id/test': {
    description: 'Connects to a machine and checks that its directories exist. Imports nothing.',
    answer: {
      ok: true,
      message: 'Connected',
      remoteProjects: 4,
      remoteCodexSessions: 0,
      providers: {
        claude: { status: 'ok', message: '4 projects', path: '~/.claude/projects' },
        codex: { status: 'unavailable', message: 'No such folder', path: '~/.codex/sessions' },
      },
    },
  },
  'POST /api/remote-sources/:id/sync': {
    description: 'Syncs a machine and returns what was imported.',
    answer: { ok: true, imported: 214, skipped: 0, backfilled: 0, errors: 0, files: 12, bytes: 1_482_019 },
  },
}
