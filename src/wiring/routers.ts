import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { configFiles } from '../adapters/agent-config/files.js'
import { homeFiles } from '../adapters/agent-config/home-files.js'
import { configWrites } from '../adapters/agent-config/writes.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import { routerAttachments } from '../commands/router/attachments.js'
import { routerConnections } from '../commands/router/connections.js'
import { proxyFiles } from '../commands/router/files.js'
import { routerCommands } from '../commands/router/routers.js'
import type { Config } from '../config.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import { codexHomesOf } from './homes.js'
import type { VaultParts } from './vault-parts.js'

export interface RoutersParts
  extends VaultParts,
    Pick<Config, 'mode' | 'usersRoot' | 'systemAccounts' | 'codexHome' | 'dataDir' | 'host'> {
  readonly accounts: Accounts
  readonly serial: Serial
  readonly clock: Clock
  /** Where the service listens. */
  readonly port: number
}

/** Returns the address of the service for programs of this machine. */
const addressOf = ({ host, port }: Pick<RoutersParts, 'host' | 'port'>): string => {
  const isAny = host === '0.0.0.0' || host === '::' || host === 'localhost'
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Opens the proxies that agents send their requests through. */
export const openRouters = (parts: RoutersParts) =>
  Effect.gen(function* () {
    const { runner, db, clock, serial, runtime, whenReadable, vault, complain, mode, dataDir } = parts
    const onError = (error: unknown): void => complain(`a key of a proxy could not be stored: ${String(error)}`)
    const codexHomes = codexHomesOf(parts)
    const connections = routerConnections({ db, vault, relay: mode === 'local' ? null : addressOf(parts) })
    const [files, edits] = [configFiles(), configWrites(join(dataDir, 'config-backups'), clock)]
    const attachments = routerAttachments({
      run: runner.run,
      db,
      serial,
      connections,
      files: proxyFiles({ files: routedFolders(parts.accounts).homes(homeFiles(files, edits)), parse: files, edits }),
      codexHomeOf: codexHomes.of,
      codexHomes: codexHomes.all,
    })
    const commands = routerCommands({
      run: runner.run,
      db,
      vault,
      connections,
      attachments,
      newId: randomUUID,
      onError,
    })
    const settled = Effect.zipRight(commands.settleAll, attachments.settleAll)
    yield* runtime.background(Effect.zipRight(whenReadable, reporting(onError)(settled)))
    return { routers: commands, routerAttachments: attachments, routerConnections: connections }
  })
