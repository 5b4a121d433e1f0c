import * as Effect from 'effect/Effect'
import { reject, type Rejection } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import type { AgentCliPort, HookChange, HooksRefused } from '../../commands/ports/agent-cli.js'
import type { Provider } from '../../commands/ports/transcripts.js'
import { lastHookAt, loadStats, storedCounts } from '../../projections/queries/settings.js'
import type { settings } from '../contract/settings.js'
import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'

const refused = ({ message }: HooksRefused): Rejection => reject('HOOK_INSTALL_FAILED', message)

export const settingsHandlers = (services: Services): Handlers<keyof typeof settings> => {
  const { agentCli, db, clock } = services

  const hooks = Effect.gen(function* () {
    const claude = yield* agentCli.status('claude')
    const codex = yield* agentCli.status('codex')
    const { installed, path, hooks: own } = claude
    return { installed, path, hooks: own, providers: { claude, codex }, last_hook_at: iso(lastHookAt(db)) }
  })

  const change = (verb: 'install' | 'uninstall', providers: readonly Provider[]) =>
    Effect.gen(function* () {
      const results: Record<string, HookChange> = {}
      for (const provider of new Set(providers)) results[provider] = yield* (agentCli as AgentCliPort)[verb](provider)
      return { ok: true, results, hooks: yield* hooks }
    }).pipe(Effect.mapBoth({ onFailure: refused, onSuccess: (json) => ({ status: 200 as const, json }) }))

  return {
    'GET /api/settings/info': () =>
      hooks.pipe(
        Effect.mapBoth({
          onFailure: refused,
          onSuccess: (installed) => ({ status: 200 as const, json: info(services, installed) }),
        }),
      ),
    'POST /api/settings/install-hooks': ({ body }) => change('install', body.providers ?? ['claude']),
    'POST /api/settings/uninstall-hooks': ({ body }) => change('uninstall', body.providers ?? ['claude']),
    'POST /api/settings/reinstall-hooks': () =>
      Effect.gen(function* () {
        for (const provider of ['claude', 'codex'] as const) {
          const status = yield* agentCli.status(provider)
          if (provider === 'claude' || status.has_dashboard_hooks) yield* agentCli.install(provider)
        }
        return yield* hooks
      }).pipe(
        Effect.mapBoth({
          onFailure: refused,
          onSuccess: (json) => ({ status: 200 as const, json: { ok: true, hooks: json } }),
        }),
      ),
  }

  function info<H>(all: Services, installed: H) {
    const machine = all.machine()
    return {
      db: {
        path: all.storage.path,
        size: all.storage.size(),
        counts: storedCounts(db),
        pragmas: all.storage.pragmas(),
        load_stats: loadStats(db, clock.now()),
      },
      hooks: installed,
      server: {
        version: all.version,
        uptime: clock.monotonic() - all.startedAt,
        node_version: machine.node,
        platform: machine.platform,
        ws_connections: all.connections(),
        memory: machine.memory,
        cpu_load: machine.load,
        arch: machine.arch,
        total_mem: machine.totalMemory,
        free_mem: machine.freeMemory,
        cpus: machine.cpus,
      },
      transcript_cache: { entries: 0, paths: [], size: 0, maxSize: 0, hits: 0, misses: 0, hitRate: 0, keys: [] },
      import: all.importState(),
    }
  }
}
