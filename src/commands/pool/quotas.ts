import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { oauthTokens } from '../../domain/login-profile/login.js'
import type { Credentials } from '../../domain/pool/account.js'
import { MINUTE } from '../../domain/time.js'
import { TOOLS } from '../../domain/tools/catalog.js'
import { poolAccounts, type PoolRow } from '../../projections/queries/pool.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import { ClaudeVendor, type VendorFailure } from '../ports/claude-vendor.js'
import type { PoolCredentials, PoolParts } from './credentials.js'
import { poolAccount } from './decider.js'

/** How old a reading must be before an account with live panes is read again. */
const INTERVAL = 5 * MINUTE
const AT_ONCE = 4

interface QuotaParts extends Pick<PoolParts, 'run' | 'db' | 'clock'> {
  readonly serial: Serial
  readonly credentials: PoolCredentials
}

const NOTHING = { fiveHourPercent: null, fiveHourResetsAt: null, sevenDayPercent: null, sevenDayResetsAt: null }

const tokenOf = (credentials: Credentials | null): string | null => {
  if (credentials?.kind === 'token') return credentials.token
  return credentials?.kind === 'login' ? (oauthTokens(credentials)?.accessToken ?? null) : null
}

const errorOf = ({ failed, message }: VendorFailure): string =>
  failed === 'refused' ? 'the vendor does not tell this account its limits' : `the vendor cannot be asked: ${message}`

/** Returns what reads how much of its limits an account of Claude Code has used. Codex reports that itself. */
export const poolQuotas = ({ run, db, clock, serial, credentials }: QuotaParts) => {
  const read = (row: PoolRow) =>
    Effect.gen(function* () {
      const { tool, name } = row
      // A renewed token replaces the old one, so only one may renew it.
      const held = yield* serial.hold({ kind: 'pool', name: tool }, credentials.fresh(row, 0))
      const token = tokenOf(held)
      const quota =
        token === null
          ? { ...NOTHING, error: 'its token cannot be renewed' }
          : yield* Effect.match((yield* ClaudeVendor).usage(token), {
              onSuccess: (usage) => ({ ...usage, error: null }),
              onFailure: (failure) => ({ ...NOTHING, error: errorOf(failure) }),
            })
      yield* untilStored(run(poolAccount, { tool, name }, 'readQuota', { tool, name, ...quota }, SYSTEM))
    })

  const ofClaude = (): readonly PoolRow[] => poolAccounts(db).filter(({ tool }) => TOOLS[tool].provider === 'claude')
  const all = (rows: readonly PoolRow[]) => Effect.forEach(rows, read, { concurrency: AT_ONCE, discard: true })

  return {
    /** Reads all accounts. */
    readAll: Effect.suspend(() => all(ofClaude())),

    /** Reads the accounts with live panes whose reading is old. */
    readDue: Effect.suspend(() => {
      const used = new Set(liveRuns(db, systemVisibility).map(({ tool, account }) => `${tool} ${account}`))
      const isDue = ({ tool, name, triedAt }: PoolRow): boolean =>
        used.has(`${tool} ${name}`) && (triedAt === null || triedAt <= clock.now() - INTERVAL)
      return all(ofClaude().filter(isDue))
    }),
  }
}

export type PoolQuotas = ReturnType<typeof poolQuotas>
