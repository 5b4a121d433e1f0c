import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { agentCli } from '../adapters/agent-cli/agent-cli.js'
import { redocScript } from '../adapters/files/redoc-script.js'
import { uiAssets } from '../adapters/files/ui-assets.js'
import { machineFacts } from '../adapters/machine.js'
import { lostEvents } from '../adapters/sqlite/high-water.js'
import { controllingTerminalOf } from '../adapters/tmux/controlling-terminal.js'
import { readableConversations } from '../adapters/transcripts/pages/readable.js'
import { laneBar } from '../commands/access/agent-places.js'
import { accountCommands } from '../commands/account/account.js'
import { gitReadCommands } from '../commands/git/read.js'
import { inboxCommands } from '../commands/inbox/inbox.js'
import { laneOutcomes } from '../commands/inbox/outcomes.js'
import type { Fork } from '../commands/ports/machine.js'
import { saveCommands } from '../commands/git/save.js'
import { suggestCommands } from '../commands/git/suggest.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ProcessesPort } from '../commands/ports/processes.js'
import { StatusReadings } from '../commands/service/statusline.js'
import { agentCommands } from '../commands/session/agent.js'
import { sessionCommands } from '../commands/session/session.js'
import type { Config } from '../config.js'
import { createApp } from '../http/app.js'
import { handlersOf } from '../http/handlers/index.js'
import type { Watchers } from '../http/live/watchers.js'
import type { Tell } from '../http/live/announcer.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import type { Relay, RelayOptions } from '../http/relay.js'
import { liveRuns } from '../projections/queries/runs.js'
import { rowFinders } from '../http/rows.js'
import type { Services } from '../http/services.js'
import { version } from '../version.js'
import type { Access } from './access.js'
import type { Accounts } from './accounts/accounts.js'
import type { Kernel } from './kernel.js'
import { serverRoutes } from './server-routes.js'
import { measured } from './measured.js'
import type { Reading } from './reading.js'
import { iso } from '../domain/time.js'
import { usernameOf } from '../projections/queries/users.js'
import type { ServiceRuntime } from './runtime.js'
import { storageFacts } from './storage.js'

/** The services that other parts of the composition make. */
type Made =
  | 'ingestHook'
  | 'pricing'
  | 'maintenance'
  | 'imports'
  | 'bundles'
  | 'historyFacts'
  | 'importState'
  | 'exporter'
  | 'alerts'
  | 'budgets'
  | 'webhooks'
  | 'retryOf'
  | 'lanes'
  | 'gitCredentials'
  | 'instructions'
  | 'pipelines'
  | 'gitWrites'
  | 'locks'
  | 'proof'
  | 'worktrees'
  | 'folders'
  | 'clone'
  | 'pickPath'
  | 'agentConfig'
  | 'reloadAgents'
  | 'routers'
  | 'loginProfiles'
  | 'pool'
  | 'routerAttachments'
  | 'routerConnections'
  | 'pluginUpdates'
  | 'files'
  | 'filePlaces'
  | 'staffReads'
  | 'laneActions'
  | 'lanePurge'
  | 'sessionWorktrees'
  | 'push'
  | 'updates'
  | 'remote'
  | 'journal'
  | 'connections'
  | 'runs'
  | 'runAnywhere'
  | 'stacks'
  | 'isolation'
  | 'resumes'
  | 'messages'
  | 'queues'
  | 'prompts'
  | 'asks'
  | 'landings'
  | 'updateLane'
  | 'trains'
  | 'races'
  | 'raceFacts'
  | 'reviews'
  | 'checks'
  | 'newLanes'
  | 'users'
  | 'logins'
  | 'tokens'
  | 'ownerOfPane'
  | 'ownerOfSocket'
  | 'userSecrets'
  | 'avatars'
  | 'userStorage'

interface ServicesParts extends Pick<Services, Made> {
  readonly clock: Clock
  readonly runner: CommandRunner
  readonly processes: ProcessesPort
  readonly tell: Tell
  readonly fork: Fork
  readonly watchers: Pick<Watchers, 'of'>
  /** The folder that the service runs from. */
  readonly root: string
}

/** Returns everything that the handlers of requests use. */
export const servicesOf = (config: Config, kernel: Kernel, reading: Reading, parts: ServicesParts): Services => {
  const { clock, runner, processes, tell, fork, watchers, root: _root, ...made } = parts
  const { db, prices, metrics, committer, connection, database, side, sidePath, startedAt } = kernel
  return {
    ...made,
    version,
    mode: config.mode,
    db,
    book: () => prices.book,
    clock,
    ingestHook: measured(parts.ingestHook, clock, (seconds) => metrics.hook.observe(seconds)),
    sessions: sessionCommands(runner),
    agents: agentCommands(runner),
    accounts: accountCommands(runner),
    inbox: inboxCommands({
      run: runner.run,
      db,
      clock,
      started: clock.now(),
      budgets: parts.budgets,
      outcomes: laneOutcomes({ clock, fork, isAccepted: parts.landings.isAccepted }),
    }),
    git: gitReadCommands(db),
    gitFiles: saveCommands({ run: runner.run, db }),
    suggestions: suggestCommands(db),
    side,
    conversations: readableConversations(reading),
    redocScript: redocScript(),
    agentCli: agentCli(config),
    homes: { claude: config.claudeHome, codex: config.codexHome },
    statusReadings: new StatusReadings({
      store: kernel.readings,
      committed: committer.committed,
      clock,
      onNews: () => tell('quota', undefined),
    }),
    controllingTerminalOf: controllingTerminalOf(config.childEnvironment),
    agentVariables: { passed: Object.keys(config.agentEnvironment).toSorted(), withheld: config.withheldNames },
    home: homedir(),
    hostname: hostname(),
    isAlive: (pid) => (config.liveness ? processes.isAlive(pid) : null),
    lostEvents: () => lostEvents(config.dataDir),
    rebuilding: () => {
      const running = kernel.projector.rebuilding
      return running && { events: running.events, of: running.of, seconds_left: running.secondsLeft }
    },
    watchersOf: ({ id }) =>
      config.mode === 'local'
        ? {}
        : {
            watchers: watchers.of(id).map(({ user, slot, mode, since }) => ({
              user_id: user,
              username: usernameOf(db, user),
              slot,
              mode,
              since: iso(since),
            })),
          },
    storage: storageFacts(connection, database, sidePath),
    metrics: metrics.render,
    startedAt,
    demo: config.demo,
    origins: config.origins,
    machine: machineFacts,
  }
}

/** Returns how requests of agents reach the proxies of their runs. */
const relayOf = (
  { services: { db, routerConnections }, relay }: WebParts,
  onRelayed: RelayOptions['onRelayed'],
): Omit<RelayOptions, 'admit'> => ({
  relay,
  onRelayed,
  routeOf: (run, name) => {
    const live = liveRuns(db, systemVisibility).find((one) => one.run === run && one.router === name)
    const upstream = routerConnections.upstream(name)
    return live === undefined || upstream === undefined ? undefined : { lane: live.lane, ...upstream }
  },
})

export interface WebParts {
  readonly runner: CommandRunner
  readonly access: Pick<Access, 'admit' | 'clientOf' | 'logins'>
  readonly accounts: Accounts
  readonly services: Services
  readonly relay: Relay
  readonly runtime: ServiceRuntime
  readonly clock: Clock
  readonly root: string
  readonly complain: (line: string) => void
}

/** Returns the HTTP app. */
export const appOf = (config: Config, { ready, metrics }: Kernel, parts: WebParts) =>
  createApp(handlersOf(parts.services), {
    allowedHosts: config.allowedHosts,
    origins: config.mode === 'local' ? config.origins : 'own',
    admit: parts.access.admit,
    clientOf: parts.access.clientOf,
    ...(config.mode === 'local' ? {} : { server: serverRoutes(parts), relay: relayOf(parts, metrics.relayed) }),
    assets: uiAssets(join(parts.root, 'ui', 'dist')),
    ready,
    run: parts.runtime.run,
    rows: rowFinders(parts.services),
    barred: laneBar({
      ...config,
      db: parts.services.db,
      accountOf: parts.accounts.ofFolder,
    }),
    checkAnswers: config.checkAnswers,
    monotonic: parts.clock.monotonic,
    onDefect: (error, route) => parts.complain(`${route}: ${error instanceof Error ? error.stack : String(error)}`),
    onServed: (route, status, seconds) => metrics.request.observe({ route, status }, seconds),
  })
