import { Schema as S } from '../../../domain/schema.js'
import { Count, Counts, DateTime, Nullable, Provider } from '../common.js'
import { endpoint } from '../endpoint.js'

const HookMap = S.Record({ key: S.String, value: S.Boolean })
const HookStatus = S.Struct({
  installed: S.Boolean,
  has_dashboard_hooks: S.Boolean,
  has_existing_hooks: S.Boolean,
  path: S.String,
  hooks: HookMap,
  /** Events with hooks of another monitor that also posts to this service. */
  other_monitor: S.Array(S.String),
})
const ProviderHooks = S.Struct({
  ...HookStatus.fields,
  /** Why the file cannot be read. The state of the hooks is then unknown and nothing is changed. */
  problem: Nullable(S.String),
  /** When its newest hook arrived, as far as it is in the newest sessions. */
  last_hook_at: S.optional(Nullable(DateTime)),
})
const Hooks = S.Struct({
  installed: S.Boolean,
  path: S.String,
  hooks: HookMap,
  providers: S.Struct({ claude: ProviderHooks, codex: ProviderHooks }),
  /** When the newest hook arrived; null before the first. The onboarding check uses it. */
  last_hook_at: Nullable(DateTime),
})

/** State of the history import at startup, and of imports on request. */
export const ImportProgress = S.Struct({
  importId: S.String,
  phase: S.Literal('start', 'scan', 'parse', 'complete', 'error'),
  source: S.Literal('default', 'path', 'upload'),
  processed: Count,
  total: Count,
  bytes_processed: Count,
  bytes_total: Count,
  current: Nullable(S.String),
  error: Nullable(S.String),
  counters: Counts,
})

const HookChange = S.Struct({
  ok: S.Literal(true),
  changed: S.Boolean,
  /** Our hooks were installed before and have been rewritten. */
  replaced: S.Boolean,
  /** What happened, in sentences for the user. */
  output: S.Array(S.String),
  backup: Nullable(S.String),
  notice: Nullable(S.String),
  status: HookStatus,
})
const HooksResult = S.Struct({
  ok: S.Boolean,
  results: S.Struct({ claude: S.optional(HookChange), codex: S.optional(HookChange) }),
  hooks: Hooks,
})
const ProvidersBody = S.Struct({ providers: S.optional(S.Array(Provider)) })

export const settings = {
  'GET /api/settings/info': endpoint({
    summary: 'Get the state of the database, hooks and server',
    tag: 'settings',
    access: 'settings:read',
    answers: {
      200: S.Struct({
        db: S.Struct({
          path: S.String,
          size: Count,
          /** Bytes of each file: the events and all tables, changes that are not copied there yet, and the search index. */
          files: S.optional(S.Struct({ database: Count, journal: Count, search: Count })),
          counts: Counts,
          pragmas: S.Record({ key: S.String, value: S.NullOr(S.Union(S.String, S.Number)) }),
          load_stats: S.Struct({ m5: Count, m15: Count, h1: Count }),
        }),
        hooks: Hooks,
        server: S.Struct({
          version: S.String,
          uptime: S.Number,
          node_version: S.String,
          platform: S.String,
          ws_connections: Count,
          memory: S.Struct({ rss: Count, heapTotal: Count, heapUsed: Count, external: Count }),
          cpu_load: S.Array(S.Number),
          arch: S.String,
          total_mem: Count,
          free_mem: Count,
          cpus: Count,
          /** The agents are invented: `start --demo`. */
          demo: S.Boolean,
          /** The tables are brought to this release; `GET /api/health` says how far. */
          rebuilding: S.Boolean,
          /** Which web pages may act: those of every loopback origin, or those of the service only (`DASHBOARD_ORIGINS`). */
          origins: S.Literal('loopback', 'own'),
        }),
        transcript_cache: S.Struct({
          entries: Count,
          paths: S.Array(S.String),
          size: Count,
          maxSize: Count,
          hits: Count,
          misses: Count,
          hitRate: S.Number,
          keys: S.Array(S.String),
        }),
        import: Nullable(ImportProgress),
      }),
    },
  }),
  'POST /api/settings/install-hooks': endpoint({
    summary: 'Install hooks for the given providers (default: Claude Code)',
    tag: 'settings',
    access: 'host:write',
    body: ProvidersBody,
    answers: { 200: HooksResult },
    errors: ['HOOK_INSTALL_FAILED'],
  }),
  'POST /api/settings/uninstall-hooks': endpoint({
    summary: 'Remove the hooks that Switchyard installed',
    tag: 'settings',
    access: 'host:write',
    body: ProvidersBody,
    answers: { 200: HooksResult },
    errors: ['HOOK_INSTALL_FAILED'],
  }),
  'POST /api/settings/uninstall-other-hooks': endpoint({
    summary: 'Remove the hooks of another monitor that also post to this service',
    tag: 'settings',
    access: 'host:write',
    body: ProvidersBody,
    answers: { 200: HooksResult },
    errors: ['HOOK_INSTALL_FAILED'],
  }),
  'POST /api/settings/reinstall-hooks': endpoint({
    summary: 'Reinstall the hooks where they are installed',
    tag: 'settings',
    access: 'host:write',
    answers: {
      200: S.Struct({ ok: S.Boolean, hooks: Hooks }),
    },
    errors: ['HOOK_INSTALL_FAILED'],
  }),
} as const
