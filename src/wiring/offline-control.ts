import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { openSecrets } from '../adapters/accounts/secrets.js'
import { systemClock } from '../adapters/clock.js'
import { gitCredentialCommands } from '../commands/git-credentials/git-credentials.js'
import { instructionCommands } from '../commands/account/instructions.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { RunCommands } from '../commands/runs/runs.js'
import type { Config } from '../config.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import { reject } from '../domain/rejection.js'
import { NOBODY } from '../projections/ownership.js'
import { Prices } from '../projections/pricing/price-book.js'
import { liveRuns } from '../projections/queries/runs.js'
import type { Reader } from '../projections/sql.js'
import { httpOut } from '../adapters/http-client/http-out.js'
import { claudeVendor } from '../adapters/http-client/claude-vendor.js'
import { ClaudeVendor } from '../commands/ports/claude-vendor.js'
import { Serial } from '../commands/kernel/serial.js'
import { loginProfilesOf } from './login-profiles.js'
import { poolOf } from './pool.js'
import { accessOf, usersOf } from './access.js'
import type { ServiceRuntime } from './runtime.js'
import { controlAppOf, controlFacts } from './control.js'

interface OfflineParts {
  readonly config: Config
  readonly db: Reader
  readonly runner: CommandRunner
  readonly complain: (line: string) => void
  readonly run: ServiceRuntime['run']
}

/**
 * Returns what answers the command line while no service runs: the app of the control socket, on the data directory itself. The
 * caller holds its writer lock.
 */
export const offlineControl = ({ config, db, runner, complain, run }: OfflineParts) => {
  const clock = systemClock()
  const vendor = claudeVendor(httpOut(clock), config.claudeApi, clock)
  const { vault, logins: loginStore, tokens: tokenStore, close } = openSecrets(config.dataDir, complain)
  const access = accessOf({ config, db, vault, loginStore, tokenStore, runner, clock, accounts: null, complain })
  const forVault = {
    run: runner.run,
    db,
    vault,
    newId: randomUUID,
    onError: (error: unknown) => complain(String(error)),
  }
  const [git, told] = [gitCredentialCommands(forVault), instructionCommands(forVault)]
  const users = usersOf(access, {
    config,
    db,
    runner,
    clock,
    accounts: null,
    // No client is connected.
    onMoved: () => undefined,
    stopRuns: refusedWhileLive(db),
    handOver: (to) => {
      const author = { by: to, via: 'cli' } as const
      return Effect.ignore(Effect.zipRight(git.handOver(NOBODY, author), told.handOver(NOBODY, author)))
    },
  })
  const prices = new Prices(db, () => true)
  const hosts = { ...config, db, runner, vault, clock, complain, serial: new Serial(), prices }
  const loginProfiles = loginProfilesOf(hosts)
  const { pool } = poolOf({ ...hosts, profiles: loginProfiles })
  const app = controlAppOf({
    ...controlFacts(config, null),
    ...access,
    ...users,
    pool,
    loginProfiles,
    db,
    clock,
    book: () => prices.book,
    ready: () => true,
    complain,
    stop: () => undefined,
    runtime: { run: (work, signal) => run(Effect.provideService(work, ClaudeVendor, vendor) as typeof work, signal) },
  })
  return { app, close }
}

/** Refuses to change whose a lane is while its programs run, because only a service can stop them. */
const refusedWhileLive =
  (db: Reader): RunCommands['stop'] =>
  ({ id }) =>
    (liveRuns(db, systemVisibility, id).length === 0
      ? Effect.succeed([])
      : Effect.fail(
          reject('ERUNLIVE', `a program runs in lane ${id}: start the service, which can stop it, and try again`),
        )) as ReturnType<RunCommands['stop']>
