import * as Effect from 'effect/Effect'
import type { Front, HttpServer } from '../adapters/http-server/server.js'
import type { Clock } from '../commands/ports/clock.js'
import type { Config } from '../config.js'
import { refuseAtFront, refuseUnreadable } from '../http/rejection.js'
import { type FollowParts, followAccounts } from './accounts/follow.js'
import { announceAddress } from './discovery.js'
import { held } from './held.js'
import { type openLive, terminalSocket, type TerminalsWiring } from './live.js'

/** Serves the app and announces its address. Returns the address. */
export const serve = (
  config: Config,
  clock: Clock,
  server: HttpServer,
  app: Front['app'],
  live: ReturnType<typeof openLive>,
  terminalParts: TerminalsWiring & Omit<FollowParts, keyof Config | 'port'>,
) =>
  Effect.gen(function* () {
    const terminals = terminalSocket(terminalParts)
    const admit = refuseAtFront(config.allowedHosts)
    yield* held(
      () => server.serve({ app, admit, unreadable: refuseUnreadable, upgrade: live.upgrade(terminals) }),
      () => {
        // Close the sockets before the server waits for its connections: they only close on request.
        live.close()
        terminals.close()
        return server.close()
      },
    )
    const { url } = yield* held(
      () => announceAddress(config, server.port, clock),
      (address) => address.withdraw(),
    )
    yield* followAccounts({ ...config, ...terminalParts, port: server.port })
    return url
  })
