import type { settings } from '../../../contract/system/settings.js'
import type { Operations } from '../../operation.js'

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

export const settingsOperations: Operations<keyof typeof settings> = {
  'GET /api/settings/info': {
    description: 'Returns the size of the database, the state of the hooks, the server and the import.',
    answer: {
      db: {
        path: '/home/ada/.local/share/switchyard/switchyard.db',
        size: 9_437_184,
        files: { database: 9_437_184, journal: 524_288, search: 2_097_152 },
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
        rebuilding: false,
        origins: 'loopback',
      },
      transcript_cache: { entries: 0, paths: [], size: 0, maxSize: 0, hits: 0, misses: 0, hitRate: 0, keys: [] },
      import: null,
    },
  },
  'POST /api/settings/install-hooks': {
    description:
      'Adds the hooks to the settings of the given tools (default: Claude Code). Existing hooks are kept, and so is a backup of the file.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/uninstall-hooks': {
    description: 'Removes only the hooks that Switchyard installed. Keeps a backup of the file.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/uninstall-other-hooks': {
    description:
      'Removes the hooks of another monitor (`hook-handler.js`) that send the same events to this service. Other hooks are kept, and so is a backup of the file.',
    request: { providers: ['claude'] },
    answer: changed,
  },
  'POST /api/settings/reinstall-hooks': {
    description: 'Reinstalls the hooks of every tool that has them.',
    answer: { ok: true, hooks },
  },
}
