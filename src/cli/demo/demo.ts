import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import { systemClock } from '../../adapters/clock.js'
import type { Config } from '../../config.js'
import { type Reports, type RunningService, service } from '../../main.js'
import { held } from '../../wiring/held.js'
import { clientOf } from './client.js'
import { freePort } from './free-port.js'
import { writePast } from './history.js'
import { type Directories, newDirectories } from './directories.js'
import { startSimulation } from './simulation.js'
import { setUp } from './setup.js'

const SEED = 20
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
  demo: true,
})

/** Runs a service with invented agents, in a directory that is removed when the scope closes. */
export const demo = (settings: Config, reports: Reports): Effect.Effect<RunningService, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = systemClock()
    const directories = yield* held(newDirectories, (made) => made.remove())
    const port = yield* Effect.promise(() => freePort(HOST, settings.port))
    const pinned = writePast(directories, clock.now(), SEED)
    const running = yield* service(demoConfig(settings, directories, port), reports)
    yield* held(
      async () => {
        await running.imported
        const { complain } = reports
        const client = clientOf(running.url, complain)
        await setUp(client, pinned)
        return startSimulation({ clock, directories, client, seed: SEED + 1, complain })
      },
      (simulation) => simulation.close(),
    )
    return running
  })
