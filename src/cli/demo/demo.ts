import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import { systemClock } from '../../adapters/clock.js'
import type { Config } from '../../config.js'
import { type Reports, type RunningService, service } from '../../main.js'
import { held } from '../../wiring/held.js'
import { doorOf } from './door.js'
import { freePort } from './free-port.js'
import { writePast } from './history.js'
import { type Homes, newHomes } from './homes.js'
import { openStage } from './stage.js'

const SEED = 20
/** Loopback only: a demo must not be reachable from other machines. */
const HOST = '127.0.0.1'

/** Returns the settings of a demo: temporary folders instead of the user's, and no access to the machine's agents. */
const demoConfig = (settings: Config, homes: Homes, port: number): Config => ({
  ...settings,
  host: HOST,
  port,
  dataDir: homes.dataDir,
  claudeHome: homes.claude,
  codexHome: homes.codex,
  sshConfig: '/dev/null',
  liveness: false,
  updates: false,
  demo: true,
})

/** Runs a service with invented agents, in a folder that is removed when the scope closes. */
export const demo = (settings: Config, reports: Reports): Effect.Effect<RunningService, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = systemClock()
    const homes = yield* held(newHomes, (made) => made.remove())
    const port = yield* Effect.promise(() => freePort(HOST, settings.port))
    writePast(homes, clock.now(), SEED)
    const running = yield* service(demoConfig(settings, homes, port), reports)
    yield* held(
      async () => {
        await running.imported
        const { complain } = reports
        return openStage({ clock, homes, door: doorOf(running.url, complain), seed: SEED + 1, complain })
      },
      (stage) => stage.close(),
    )
    return running
  })
