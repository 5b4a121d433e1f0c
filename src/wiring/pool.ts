import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import * as Schedule from 'effect/Schedule'
import { configFiles } from '../adapters/agent-config/files.js'
import { homeFiles } from '../adapters/agent-config/home-files.js'
import { configWrites } from '../adapters/agent-config/writes.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { LoginProfileCommands } from '../commands/login-profile/profiles.js'
import { poolCredentials } from '../commands/pool/credentials.js'
import { poolLeases } from '../commands/pool/leases.js'
import { poolCommands } from '../commands/pool/pool.js'
import { poolQuotas } from '../commands/pool/quotas.js'
import type { Clock } from '../commands/ports/clock.js'
import type { Config } from '../config.js'
import { isLoose } from '../domain/agent-config/record.js'
import { parseShallow } from '../domain/json/depth.js'
import type { ParseCredentials } from '../domain/pool/account.js'
import type { Committer } from '../events/commit.js'
import type { PriceBook } from '../projections/pricing/price-book.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import { held } from './held.js'
import { codexHomesOf } from './homes.js'
import type { VaultParts } from './vault-parts.js'

interface PoolParts extends Pick<VaultParts, 'runner' | 'db' | 'vault' | 'complain'>, Pick<Config, 'poolBlockPercent'> {
  readonly serial: Serial
  readonly clock: Clock
  readonly prices: { readonly book: PriceBook }
  readonly profiles: Pick<LoginProfileCommands, 'takeOut' | 'giveUp'>
}

export interface PoolWiring
  extends PoolParts,
    Pick<VaultParts, 'runtime' | 'whenReadable'>,
    Pick<Config, 'mode' | 'usersRoot' | 'systemAccounts' | 'codexHome' | 'dataDir' | 'openaiApi'> {
  readonly accounts: Accounts
  readonly committer: Pick<Committer, 'committed'>
}

const parse: ParseCredentials = (text) => {
  const parsed = parseShallow(text)
  return Either.isRight(parsed) && isLoose(parsed.right) ? parsed.right : null
}

const onErrorOf =
  ({ complain }: Pick<PoolParts, 'complain'>) =>
  (error: unknown): void =>
    complain(`an account of the pool could not be updated: ${String(error)}`)

/** Returns the commands for the accounts that panes of server mode use. */
export const poolOf = (parts: PoolParts) => {
  const { runner, db, vault, clock, serial, poolBlockPercent: blockPercent, prices, profiles } = parts
  const book = (): PriceBook => prices.book
  const shared = { run: runner.run, db, vault, clock, serial, newId: randomUUID, onError: onErrorOf(parts), parse }
  const credentials = poolCredentials(shared)
  const quotas = poolQuotas({ ...shared, credentials })
  return {
    shared,
    credentials,
    quotas,
    pool: poolCommands({ ...shared, credentials, quotas, blockPercent, profiles, book }),
  }
}

/** Opens the pool: gives its accounts to panes, and keeps its readings new. */
export const openPool = (parts: PoolWiring) =>
  Effect.gen(function* () {
    const { clock, runtime, whenReadable, mode, dataDir, committer, openaiApi, poolBlockPercent } = parts
    const { shared, credentials, quotas, pool } = poolOf(parts)
    if (mode === 'local') return { pool, leases: null }
    const writes = configWrites(join(dataDir, 'config-backups'), clock)
    const leases = poolLeases({
      ...shared,
      credentials,
      pool,
      openaiApi,
      blockPercent: poolBlockPercent,
      files: routedFolders(parts.accounts).homes(homeFiles(configFiles(), writes)),
      edits: writes,
      codexHomeOf: codexHomesOf(parts).of,
    })
    const reported = reporting(onErrorOf(parts))
    const started = Effect.zipRight(pool.settleAll, leases.release)
    yield* runtime.background(Effect.zipRight(whenReadable, reported(started)))
    yield* held(
      () =>
        committer.committed.subscribe(({ events }) => {
          if (events.some(({ type }) => type === 'run-ended')) runtime.fork(reported(leases.release))
        }),
      (subscription) => subscription.unsubscribe(),
    )
    const reading = Effect.repeat(reported(quotas.readDue), Schedule.spaced('1 minute'))
    yield* runtime.background(Effect.zipRight(whenReadable, reading))
    return { pool, leases }
  })
