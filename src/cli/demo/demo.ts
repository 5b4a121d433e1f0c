import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import { systemClock } from '../../adapters/clock.js'
import { commitAll, createRepository } from '../../adapters/git/create.js'
import { systemGit } from '../../adapters/git/git.js'
import { endServer } from '../../adapters/tmux/end-server.js'
import type { Config } from '../../config.js'
import { service } from '../../main.js'
import type { Reports, RunningService } from '../../wiring/reports.js'
import { held } from '../../wiring/held.js'
import { clientOf } from './client.js'
import { freePort } from './free-port.js'
import { writePast } from './history.js'
import { type Directories, newDirectories } from './directories.js'
import { laneAgents } from './lanes/agents.js'
import { openLanes } from './lanes/open.js'
import { installPrograms } from './lanes/program.js'
import { shop } from './projects/shop.js'
import { startSimulation } from './simulation.js'
import { setUp } from './setup.js'

type Settings = Pick<Config, 'childEnvironment'>

const SEED = 20
const BASE = 'main'
/** Loopback only: a demo must not be reachable from other machines. */
const HOST = '127.0.0.1'

/** Returns the settings of a demo: temporary directories instead of the user's, and no access to the machine's agents. */
const demoConfig = (settings: Config, directories: Directories, port: number): Config => ({
  ...settings,
  host: HOST,
  port,
  dataDir: directories.dataDir,
  claudeHome: directories.claude,
  codexHome: directories.codex,
  sshConfig: '/dev/null',
  liveness: false,
  updates: false,
  worktreeRoot: null,
  pipelinesDir: directories.pipelines,
  baseBranch: BASE,
  branchPrefix: 'feat/',
  childEnvironment: environmentOf(settings, directories),
  agentEnvironment: environmentOf(settings, directories),
  withheldNames: [],
  isUnit: false,
  demo: true,
})

/** Returns the environment of what runs in lanes: the simulated agents instead of the real ones, and another home directory. */
const environmentOf = ({ childEnvironment }: Settings, { bin, home }: Directories): Config['childEnvironment'] => {
  const { PATH = '/usr/bin:/bin', SHELL, LANG } = childEnvironment
  const terminal = { ...(SHELL === undefined ? {} : { SHELL }), ...(LANG === undefined ? {} : { LANG }) }
  return { ...terminal, PATH: `${bin}:${PATH}`, HOME: home }
}

/** Runs a service with invented agents, in a directory that is removed when the scope closes. */
export const demo = (settings: Config, reports: Reports): Effect.Effect<RunningService, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = systemClock()
    const directories = yield* held(newDirectories, (made) => made.remove())
    const port = yield* Effect.promise(() => freePort(HOST, settings.port))
    const labelled = writePast(directories, clock.now(), SEED)
    installPrograms(directories.bin, directories.panes)
    const config = demoConfig(settings, directories, port)
    // Released after the service has stopped: until then, it could start the server again.
    yield* Effect.addFinalizer(() => endServer(config.dataDir, config.childEnvironment))
    const running = yield* service(config, reports)
    const { complain } = reports
    const client = clientOf(running.url, complain)
    const agents = yield* held(
      () => laneAgents({ clock, directories, client, folder: directories.panes, complain }),
      (open) => open.close(),
    )
    const git = systemGit(config.childEnvironment)
    const lanes = Effect.promise(() =>
      openLanes({
        client,
        agents,
        dataDir: directories.dataDir,
        repository: directories.repository,
        commit: (dir, subject) => Effect.runPromise(commitAll(git, dir, subject)),
        complain,
      }),
    )
    const [subject = ''] = shop.commits
    const repository = { dir: directories.repository, branch: BASE, files: shop.files, subject }
    yield* Effect.matchEffect(createRepository(git, repository), {
      onFailure: ({ message }) => Effect.sync(() => complain(`the demo has no lanes: ${message}`)),
      onSuccess: () => Effect.forkScoped(lanes),
    })
    yield* held(
      async () => {
        await running.imported
        await setUp(client, labelled)
        return startSimulation({ clock, directories, client, seed: SEED + 1, complain })
      },
      (simulation) => simulation.close(),
    )
    return running
  })
