import * as Effect from 'effect/Effect'
import type { HookChange, HooksRefused } from '../../../commands/ports/agent-cli.js'
import type { Author } from '../../../domain/access/author.js'
import type { Caller } from '../../../domain/access/caller.js'
import { sees, seesEverything, type Visibility } from '../../../domain/access/visibility.js'
import { reject, type Rejection } from '../../../domain/rejection.js'
import { iso } from '../../../domain/time.js'
import { type Provider, PROVIDERS } from '../../../domain/tools/catalog.js'
import { lastHookAt, lastHookOf, loadStats, storedCounts } from '../../../projections/queries/settings.js'
import type { settings } from '../../contract/system/settings.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const refused = ({ message }: HooksRefused): Rejection<'HOOK_INSTALL_FAILED'> => reject('HOOK_INSTALL_FAILED', message)

const NOTHING_KNOWN = {
  installed: false,
  has_dashboard_hooks: false,
  has_existing_hooks: false,
  hooks: {},
  other_monitor: [],
}

/** The hooks of the host, to users who see only their own rows. */
const HIDDEN = { ...NOTHING_KNOWN, path: '', problem: null }

const notWrittenDown = (error: unknown): Rejection<'EINTERNAL'> =>
  reject('EINTERNAL', `the hooks were changed, but ${error instanceof Error ? error.message : String(error)}`)

type Verb = 'install' | 'uninstall' | 'uninstallOther'

/** A change in the shape of the API. */
interface ToldChange extends HookChange {
  readonly ok: true
  readonly replaced: boolean
  readonly output: readonly string[]
}

/** What users see of the machine who see only their own rows. */
const NO_MACHINE: ReturnType<Services['machine']> = {
  node: '',
  platform: '',
  arch: '',
  cpus: 0,
  load: [0, 0, 0],
  totalMemory: 0,
  freeMemory: 0,
  memory: { rss: 0, heapTotal: 0, heapUsed: 0, external: 0 },
}

const DONE = {
  install: 'Hooks were installed in',
  uninstall: 'Hooks were removed from',
  uninstallOther: 'Hooks of another monitor were removed from',
} as const satisfies Record<Verb, string>

const toldOf = (verb: Verb, { changed, status, notice }: HookChange, replaced: boolean) => {
  const done = !changed ? 'Nothing to change in' : replaced ? 'Hooks were updated in' : DONE[verb]
  return [`${done} ${status.path}.`, ...(notice === null ? [] : [notice])]
}

export const settingsHandlers = (services: Services): Handlers<keyof typeof settings> => {
  const { agentCli, db, clock, journal } = services

  /** Returns the state of the hooks. An unreadable settings file must not fail the whole response. */
  const statusOf = (provider: Provider) =>
    agentCli.status(provider).pipe(
      Effect.map((status) => ({ ...status, problem: null })),
      Effect.catchAll(({ path, reason }) => Effect.succeed({ ...NOTHING_KNOWN, path, problem: reason })),
    )

  const hooks = (visibility: Visibility) =>
    Effect.gen(function* () {
      const status = seesEverything(visibility) ? statusOf : () => Effect.succeed(HIDDEN)
      const claude = yield* status('claude')
      const codex = yield* status('codex')
      const { installed, path, hooks: own } = claude
      const lastOf = (provider: Provider) => ({ last_hook_at: iso(lastHookOf(db, visibility, provider)) })
      const providers = { claude: { ...claude, ...lastOf('claude') }, codex: { ...codex, ...lastOf('codex') } }
      return { installed, path, hooks: own, providers, last_hook_at: iso(lastHookAt(db, visibility)) }
    })

  /** Changes the hooks of one CLI and records the change in the journal, also if the client disconnects in between. */
  const changeOne = (
    verb: Verb,
    provider: Provider,
    author: Author,
  ): Effect.Effect<ToldChange, Rejection<'HOOK_INSTALL_FAILED' | 'EINTERNAL'>> =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const before = yield* Effect.mapError(agentCli.status(provider), refused)
        const result = yield* Effect.mapError(agentCli[verb](provider), refused)
        const { changed, status } = result
        if (changed && verb !== 'uninstallOther') {
          const data = { provider, installed: verb === 'install', path: status.path }
          yield* Effect.mapError(journal.hooksChanged(data, author), notWrittenDown)
        }
        const replaced = verb === 'install' && changed && before.has_dashboard_hooks
        return { ...result, ok: true as const, replaced, output: toldOf(verb, result, replaced) }
      }),
    )

  const change = (verb: Verb, providers: readonly Provider[], caller: Caller) =>
    Effect.gen(function* () {
      const results: Partial<Record<Provider, ToldChange>> = {}
      for (const provider of new Set(providers)) results[provider] = yield* changeOne(verb, provider, caller.author)
      return { status: 200 as const, json: { ok: true, results, hooks: yield* hooks(caller.reads) } }
    })

  return {
    'GET /api/settings/info': (_input, { reads }) =>
      Effect.map(hooks(reads), (installed) => ({
        status: 200 as const,
        json: info(services, reads, installed),
      })),
    'POST /api/settings/install-hooks': ({ body }, caller) => change('install', body.providers ?? ['claude'], caller),
    'POST /api/settings/uninstall-hooks': ({ body }, caller) =>
      change('uninstall', body.providers ?? ['claude'], caller),
    'POST /api/settings/uninstall-other-hooks': ({ body }, caller) =>
      change('uninstallOther', body.providers ?? ['claude'], caller),
    'POST /api/settings/reinstall-hooks': (_input, { author, reads }) =>
      Effect.gen(function* () {
        for (const provider of PROVIDERS) {
          const status = yield* Effect.mapError(agentCli.status(provider), refused)
          if (provider === 'claude' || status.has_dashboard_hooks) yield* changeOne('install', provider, author)
        }
        return { status: 200 as const, json: { ok: true, hooks: yield* hooks(reads) } }
      }),
  }

  function info<H>(all: Services, visibility: Visibility, installed: H) {
    const machine = seesEverything(visibility) ? all.machine() : NO_MACHINE
    const isOwn = !seesEverything(visibility)
    return {
      db: {
        path: isOwn ? '' : all.storage.path,
        size: isOwn ? 0 : all.storage.size(),
        files: isOwn ? { database: 0, journal: 0, search: 0 } : all.storage.files(),
        counts: storedCounts(db, visibility),
        pragmas: isOwn ? {} : all.storage.pragmas(),
        load_stats: loadStats(db, visibility, clock.now()),
      },
      hooks: installed,
      server: {
        version: all.version,
        uptime: isOwn ? 0 : clock.monotonic() - all.startedAt,
        node_version: machine.node,
        platform: machine.platform,
        ws_connections: all.connections(visibility),
        memory: machine.memory,
        cpu_load: machine.load,
        arch: machine.arch,
        total_mem: machine.totalMemory,
        free_mem: machine.freeMemory,
        cpus: machine.cpus,
        demo: all.demo,
        rebuilding: all.rebuilding() !== null,
        origins: all.origins,
      },
      transcript_cache: { entries: 0, paths: [], size: 0, maxSize: 0, hits: 0, misses: 0, hitRate: 0, keys: [] },
      import: importSeenBy(visibility, all.importState()),
    }
  }
}

/** The last import, for who asked for it and for staff. */
const importSeenBy = (visibility: Visibility, state: ReturnType<Services['importState']>) => {
  if (state === null || !sees(visibility, state.owner)) return null
  const { owner: _owner, ...shown } = state
  return shown
}
