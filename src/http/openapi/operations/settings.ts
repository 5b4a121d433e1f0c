import type { homes } from '../../contract/system/homes.js'
import type { imports } from '../../contract/system/import.js'
import type { maintenance } from '../../contract/system/maintenance.js'
import type { remoteSources } from '../../contract/system/remote-sources.js'
import type { settings } from '../../contract/system/settings.js'
import type { Operations } from '../operation.js'

const hookStatus = {
  installed: true,
  has_dashboard_hooks: true,
  has_existing_hooks: false,
  path: '/home/ada/.claude/settings.json',
  hooks: { PreToolUse: true, PostToolUse: true, Stop: true },
  other_monitor: [],
}
const noHooks = {
  installed: false,
  has_dashboard_hooks: false,
  has_existing_hooks: false,
  path: '/home/ada/.codex/hooks.json',
  hooks: {},
  other_monitor: [],
}
const hooks = {
  installed: true,
  path: hookStatus.path,
  hooks: hookStatus.hooks,
  providers: { claude: { ...hookStatus, problem: null }, codex: { ...noHooks, problem: null } },
  last_hook_at: '2026-11-20T09:31:40.502Z',
}
const changed = {
  ok: true,
  results: {
    claude: {
      ok: true,
      changed: true,
      replaced: false,
      output: ['Installed hooks in /home/ada/.claude/settings.json'],
      backup: '/home/ada/.claude/settings.json.switchyard-backup',
      notice: null,
      status: hookStatus,
    },
  },
  hooks,
} as const

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

const cleared = { ok: true, cleared: { sessions: 12, agents: 30, events: 4182 }, erasure: 'done' } as const

type Routes =
  | keyof typeof settings
  | keyof typeof homes
  | keyof typeof maintenance
  | keyof typeof imports
  | keyof typeof remoteSources

export const settingOperations: Operations<Routes> = {
  'GET /api/settings/info': {
    description: 'Returns the size of the database, the state of the hooks, facts about the server and the import.',
    answer: {
      db: {
        path: '/home/ada/.local/share/switchyard/switchyard.db',
        size: 9_437_184,
        counts: { sessions: 12, agents: 30, events: 4182 },
        pragmas: { journal_mode: 'wal' },
        load_stats: { m5: 12, m15: 40, h1: 64 },
      },
      hooks,
      server: {
        version: '0.1.0',
        uptime: 3601.2,
        node_version: 'v20.19.5',
        platform: 'linux',
        ws_connections: 1,
        memory: { rss: 120_000_000, heapTotal: 50_000_000, heapUsed: 40_000_000, external: 3_000_000 },
        cpu_load: [0.2, 0.3, 0.3],
        arch: 'x64',
        total_mem: 16_000_000_000,
        free_mem: 9_000_000_000,
        cpus: 8,
        demo: false,
      },
      transcript_cache: { entries: 0, paths: [], size: 0, maxSize: 0, hits: 0, misses: 0, hitRate: 0, keys: [] },
      import: null,
    },
  },
  'POST /api/settings/install-hooks': {
    description:
      'Adds the hooks of Switchyard to the settings of the named tools, Claude Code by default. Other hooks stay; a backup of the file is kept.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/uninstall-hooks': {
    description: 'Removes the hooks that Switchyard installed and nothing else. A backup of the file is kept.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/uninstall-other-hooks': {
    description:
      'Removes the hooks of another monitor (`hook-handler.js`) that deliver the same events to this service. Nothing else is removed; a backup of the file is kept.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/reinstall-hooks': {
    description: 'Writes the hooks again for every tool that has them.',
    answer: { ok: true, hooks },
  },
  'GET /api/settings/claude-home': {
    description: 'Returns the directory of Claude Code that is read.',
    answer: { claude_home: '/home/ada/.claude' },
  },
  'PUT /api/settings/claude-home': {
    description: 'Accepts the directory in use. Another one is refused: set `CLAUDE_CONFIG_DIR` and restart.',
    request: { path: '/home/ada/.claude' },
    answer: { ok: true, claude_home: '/home/ada/.claude' },
  },
  'GET /api/settings/codex-home': {
    description: 'Returns the directory of Codex that is read.',
    answer: { codex_home: '/home/ada/.codex' },
  },
  'PUT /api/settings/codex-home': {
    description: 'Accepts the directory in use. Another one is refused: set `CODEX_HOME` and restart.',
    request: { path: '/home/ada/.codex' },
    answer: { ok: true, codex_home: '/home/ada/.codex' },
  },
  'DELETE /api/sessions/:id': {
    description: 'Deletes a session permanently, with its events, figures and copies of transcripts.',
    answer: { ok: true, deleted: true, purged_events: 64, purged_agents: 2, erasure: 'done' },
  },
  'DELETE /api/sessions': {
    description: 'Deletes all sessions permanently. Pricing rules, alert rules and settings stay.',
    answer: cleared,
  },
  'POST /api/settings/clear-data': {
    description: 'Deletes all sessions permanently, like `DELETE /api/sessions`.',
    answer: cleared,
  },
  'GET /api/settings/export': {
    description: 'Streams everything as one JSON bundle, which `POST /api/settings/import` accepts.',
    answer: { format: 'svc-export', version: 1, exported_at: '2026-11-20T09:31:40.502Z', sessions: [] },
  },
  'POST /api/settings/import': {
    description:
      'Imports a bundle of any size, uploaded as `file` or named by `path` in a JSON body. Sessions that exist are skipped, so an import can be repeated.',
    answer: {
      ok: true,
      source: 'upload',
      format: 'svc-export',
      version: 1,
      sessions_imported: 12,
      sessions_skipped: 0,
      agents: 30,
      events: 4182,
      token_usage: 40,
      workflows: 0,
      dashboard_runs: 0,
      alert_rules: 1,
      model_pricing: 0,
      gpt_model_pricing: 0,
      errors: 0,
    },
  },
  'POST /api/settings/cleanup': {
    description:
      'Marks active sessions as abandoned after `abandon_hours` without activity and deletes finished sessions older than `purge_days`. `dry_run` only counts.',
    request: { abandon_hours: 24, purge_days: 90, dry_run: true },
    answer: {
      ok: true,
      abandoned: 1,
      purged_sessions: 4,
      purged_events: 912,
      purged_agents: 9,
      dry_run: true,
      erasure: 'done',
    },
  },
  'GET /api/import/guide': {
    description: 'Returns how to bring the history of another machine here: directories, commands and limits.',
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
    description: 'Imports new transcripts from the directories of the tools, for one provider or for both.',
    request: { provider: 'claude' },
    answer: { ...imported, provider: 'claude' },
  },
  'POST /api/import/scan-path': {
    description:
      'Imports the transcripts in a folder of this machine. When it answers, copies exist and the folder may be deleted.',
    request: { path: '/home/ada/old-projects' },
    answer: { ...imported, source: 'path', path: '/home/ada/old-projects' },
  },
  'POST /api/import/upload': {
    description:
      'Imports uploaded transcripts: `.jsonl` files, alone or in `.zip`, `.tar`, `.tar.gz` or `.gz` archives.',
    answer: { ...imported, source: 'upload', files_received: 1, entries_extracted: 21 },
  },
  'POST /api/settings/reimport': {
    description: 'Reads the whole history again. What is known is recognised; deleted sessions return.',
    answer: { ok: true, ...counted },
  },
  'GET /api/remote-sources': {
    description: 'Lists the other machines whose transcripts are read over SSH.',
    answer: { sources: [source] },
  },
  'POST /api/remote-sources': {
    description:
      'Adds another machine. The first sync starts at once. On Windows a directory may be `C:/…`, where `sh` is installed, or `wsl:~/…` for the default WSL distribution.',
    request: { label: 'Build server', host: 'ada@build.example.com' },
    answer: { source: { ...source, status: 'syncing', last_sync_at: null, last_sync_counts: null, session_count: 0 } },
  },
  'POST /api/remote-sources/sync-all': {
    description: 'Syncs all enabled machines now and returns the result of each.',
    answer: { ok: true, synced: 1, results: [{ id: source.id, ok: true, error: null }] },
  },
  'PATCH /api/remote-sources/:id': {
    description: 'Updates the settings of a machine. `null` resets a member to its default.',
    request: { enabled: false },
    answer: { source: { ...source, enabled: false } },
  },
  'DELETE /api/remote-sources/:id': {
    description: 'Removes a machine. Its sessions stay unless `purge=1` deletes them permanently.',
    answer: { ok: true, purged: 0 },
  },
  'POST /api/remote-sources/:id/test': {
    description: 'Connects to a machine and reports whether its folders exist. Nothing is imported.',
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
    description: 'Syncs one machine now and returns what was new.',
    answer: { ok: true, imported: 214, skipped: 0, backfilled: 0, errors: 0, files: 12, bytes: 1_482_019 },
  },
}
