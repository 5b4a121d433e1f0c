import * as Effect from 'effect/Effect'
import { httpRelay } from '../adapters/http-client/relay.js'
import type { Config } from '../config.js'
import type { Access, usersOf } from './access.js'
import { controlFacts, openControl } from './control.js'
import { held } from './held.js'
import type { Kernel } from './kernel.js'
import { hookOlderHomes } from './user-hooks.js'
import { appOf, type WebParts } from './services.js'

interface AppsParts extends Omit<WebParts, 'access' | 'relay'> {
  readonly access: Access
  readonly users: ReturnType<typeof usersOf>
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  /** Asks the process to stop: server mode was turned off. */
  readonly stop: () => void
}

/** Returns the HTTP app, and serves the one of the control socket, which the command line uses. */
export const openApps = (config: Config, kernel: Kernel, parts: AppsParts) =>
  Effect.gen(function* () {
    const { access, services, users } = parts
    const facts = controlFacts(config, config.mode)
    const { runtime, complain, stop, whenReadable } = parts
    const relay = yield* held(httpRelay, (open) => open.close())
    // The homes of system accounts get them from their own processes.
    if (config.mode === 'server' && !config.systemAccounts) {
      const hooked = hookOlderHomes(services.db, access.folders, { dataDir: config.dataDir, complain })
      yield* runtime.background(Effect.zipRight(whenReadable, hooked))
    }
    // Changes of users that a crash interrupted.
    yield* runtime.background(Effect.zipRight(whenReadable, access.secrets.settleAll))
    yield* openControl({ ...facts, ...services, ...users, ...access, runtime, complain, stop, ready: kernel.ready })
    return appOf(config, kernel, { ...parts, relay })
  })
