import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import {
  accountName,
  type Credentials,
  emailOf,
  type ParseCredentials,
  sameAccount,
  type SentCredentials,
  sentCredentials,
} from '../../domain/pool/account.js'
import { oauthTokens, withTokens } from '../../domain/login-profile/login.js'
import { isFull, quotaPercent, type Window } from '../../domain/pool/usable.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { DAY, type Instant, iso } from '../../domain/time.js'
import { isToolId, type ToolId } from '../../domain/tools/catalog.js'
import type { PriceBook } from '../../projections/pricing/price-book.js'
import { usageOfAccounts, type UsageTotals } from '../../projections/queries/costs.js'
import { limitsOfAccounts, poolAccounts, type PoolRow } from '../../projections/queries/pool.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Serial } from '../kernel/serial.js'
import type { LoginProfileCommands } from '../login-profile/profiles.js'
import { ClaudeVendor } from '../ports/claude-vendor.js'
import type { PoolCredentials, PoolParts } from './credentials.js'
import type { PoolQuotas } from './quotas.js'

interface CommandParts extends Pick<PoolParts, 'db' | 'clock'> {
  readonly serial: Serial
  readonly credentials: PoolCredentials
  readonly quotas: PoolQuotas
  readonly profiles: Pick<LoginProfileCommands, 'takeOut' | 'giveUp'>
  readonly book: () => PriceBook
  readonly blockPercent: number
  readonly parse: ParseCredentials
}

const HOUR = DAY / 24

/** Returns the windows of an account, as far as they are known. */
export type WindowsOf = (row: PoolRow) => readonly Window[]

const instantOf = (text: string | null): Instant | null => (text === null ? null : Date.parse(text))

/** Returns the windows of Claude Code's limits, as they were read last. */
const claudeWindows = (row: PoolRow): readonly Window[] => [
  { percent: row.fivePercent, resetsAt: instantOf(row.fiveResetsAt) },
  { percent: row.sevenPercent, resetsAt: instantOf(row.sevenResetsAt) },
]

const labelOf = (minutes: number): string => {
  const hours = minutes / 60
  if (hours < 24) return `${Math.round(hours)}h`
  return hours === 168 ? 'week' : `${Math.round(hours / 24)}d`
}

interface Refusal {
  readonly _tag: 'Rejection'
}
const valid = <A>(value: A): Effect.Effect<Exclude<A, Refusal>, Extract<A, Refusal>> =>
  isRejection(value) ? Effect.fail(value as Extract<A, Refusal>) : Effect.succeed(value as Exclude<A, Refusal>)

/** Returns the commands for the accounts that panes of server mode use (supplement-server 19). */
export const poolCommands = (parts: CommandParts) => {
  const { db, clock, serial, credentials, quotas, profiles, book, blockPercent, parse } = parts

  const livePanes = ({ tool, name }: Pick<PoolRow, 'tool' | 'name'>): number =>
    liveRuns(db, systemVisibility).filter((one) => one.tool === tool && one.account === name).length

  /** Returns the windows of all accounts of a tool; those of Codex come from what its agents reported. */
  const windowsIn = (tool: ToolId): WindowsOf => {
    if (tool === 'cli_a') return claudeWindows
    const limits = limitsOfAccounts(db, systemVisibility, tool)
    return ({ name }) =>
      (limits.get(name)?.windows ?? []).map(({ usedPercent, resetsAt }) => ({ percent: usedPercent, resetsAt }))
  }

  const tokensIn = (usage: UsageTotals | undefined): number =>
    usage === undefined
      ? 0
      : usage.input_tokens + usage.output_tokens + usage.cache_read_tokens + usage.cache_write_tokens

  /** Returns what accounts of both tools have in common. */
  const shapesOf = (tool: ToolId) => {
    const now = clock.now()
    const usage = (since: number) => usageOfAccounts(db, systemVisibility, book(), tool, now - since)
    const [five, seven, windowsOf] = [usage(5 * HOUR), usage(7 * DAY), windowsIn(tool)]
    return (row: PoolRow) => {
      const windows = windowsOf(row)
      const [short, long] = [five.get(row.name), seven.get(row.name)]
      return {
        name: row.name,
        addedAt: iso(row.addedAt),
        livePanes: livePanes(row),
        spend5h: toUsd(short?.cost ?? 0n),
        spend7d: toUsd(long?.cost ?? 0n),
        tokens5h: tokensIn(short),
        tokens7d: tokensIn(long),
        quotaPercent: quotaPercent(windows, now),
        full: isFull({ windows }, blockPercent, now),
      }
    }
  }

  const claude = (row: PoolRow) => {
    const held = credentials.of(row)
    return {
      ...shapesOf('cli_a')(row),
      kind: row.kind === 'login' ? ('login' as const) : ('token' as const),
      expiresAt: iso(row.expiresAt),
      expired: isExpired(row, held, clock.now()),
      email: held === null ? null : emailOf(held, parse),
      refreshError: held === null ? 'its credentials are lost' : row.refreshError,
      quota:
        row.checkedAt === null && row.quotaError === null
          ? null
          : {
              fiveHour: row.checkedAt === null ? null : { percent: row.fivePercent, resetsAt: row.fiveResetsAt },
              sevenDay: row.checkedAt === null ? null : { percent: row.sevenPercent, resetsAt: row.sevenResetsAt },
              checkedAt: iso(row.checkedAt),
              error: row.quotaError,
            },
    }
  }

  const codex = (row: PoolRow) => {
    const limits = limitsOfAccounts(db, systemVisibility, 'cli_b').get(row.name)
    const held = credentials.of(row)
    return {
      ...shapesOf('cli_b')(row),
      kind: row.kind === 'chatgpt' ? ('chatgpt' as const) : ('apikey' as const),
      email: held === null ? null : emailOf(held, parse),
      quota:
        limits === undefined
          ? null
          : {
              windows: limits.windows.map(({ minutes, usedPercent, resetsAt }) => ({
                label: labelOf(minutes),
                usedPercent,
                resetsAt: iso(resetsAt),
              })),
              asOf: iso(limits.at),
            },
    }
  }

  const accountsOf = (tool: ToolId): readonly PoolRow[] => poolAccounts(db).filter((one) => one.tool === tool)
  const toolOf = (tool: unknown) =>
    isToolId(tool)
      ? Effect.succeed(tool)
      : Effect.fail(reject('EBADTOOL', 'tool: must be cli_a or cli_b', { fields: { field: 'tool' } }))

  /** Returns the credentials of a saved login that moves into the pool. */
  const movedIn = (profile: string) =>
    Effect.mapBoth(profiles.takeOut(profile), {
      onSuccess: (login): Credentials => ({ kind: 'login', ...login }),
      onFailure: (refused) =>
        refused.code === 'EACTIVE'
          ? reject('EACTIVE', refused.message)
          : reject('ENOACCOUNT', 'profile: there is no such login', { fields: { field: 'profile' } }),
    })

  /** Returns credentials with what the vendor says about whose they are. */
  const checked = (given: Credentials) =>
    Effect.gen(function* () {
      if (given.kind !== 'login' || given.account !== null) return given
      const vendor = yield* ClaudeVendor
      const tokens = oauthTokens(given)
      if (tokens === null) return given
      const isExpired = tokens.expiresAt !== null && tokens.expiresAt <= clock.now()
      const login =
        isExpired && tokens.refreshToken !== null
          ? withTokens(given, yield* Effect.mapError(vendor.refresh(tokens.refreshToken, tokens.scopes), vendorRefusal))
          : given
      const { accessToken } = oauthTokens(login) ?? tokens
      const { id, email, organizationId } = yield* Effect.mapError(vendor.account(accessToken), vendorRefusal)
      return { ...login, account: { accountUuid: id, emailAddress: email, organizationUuid: organizationId } }
    })

  return {
    windowsIn,
    livePanes,

    /** Completes changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: credentials.settleAll,

    /** Lists the accounts; with `force`, their limits are read first. */
    list: (force: boolean) =>
      Effect.map(force ? quotas.readAll : Effect.void, () => ({
        accounts: accountsOf('cli_a').map(claude),
        codex: accountsOf('cli_b').map(codex),
        blockPercent,
      })),

    /** Adds an account. Its name defaults to that of the saved login that moves in. */
    add: (
      { tool: given, name, ...sent }: SentCredentials & Readonly<{ tool?: unknown; name?: unknown }>,
      author: Author,
    ) =>
      Effect.gen(function* () {
        const tool = yield* toolOf(given)
        const asked = yield* valid(sentCredentials(tool, sent, parse))
        const isUnnamed = name === undefined || name === null || name === ''
        const wanted = 'profile' in asked && isUnnamed ? asked.profile : name
        const id = yield* valid(accountName(wanted))
        const key = { tool, name: id }
        const found = 'profile' in asked ? yield* movedIn(asked.profile) : yield* checked(asked)
        const own = sameAccount(found, parse)
        yield* serial.hold(
          { kind: 'pool', name: tool },
          Effect.gen(function* () {
            const twin = accountsOf(tool).find((row) => {
              const held = credentials.of(row)
              return held !== null && sameAccount(held, parse) === own
            })
            if (twin !== undefined)
              return yield* Effect.fail(reject('EEXISTS', `this account is in the pool as ${twin.name}`))
            yield* credentials.add(key, found, author)
            if ('profile' in asked) yield* profiles.giveUp(asked.profile, author)
          }),
        )
        const row = accountsOf(tool).find((one) => one.name === id)
        if (row === undefined) return yield* Effect.fail(absent())
        return tool === 'cli_a' ? claude(row) : codex(row)
      }),

    /** Takes an account out. Live panes keep what they hold. */
    remove: (name: string, given: unknown, author: Author) =>
      Effect.gen(function* () {
        const tool = yield* toolOf(given)
        const held = livePanes({ tool, name })
        if (!accountsOf(tool).some((one) => one.name === name)) return yield* Effect.fail(absent())
        yield* serial.hold({ kind: 'pool', name: tool }, credentials.remove({ tool, name }, author))
        return held
      }),
  }
}

const absent = () => reject('ENOACCOUNT', 'there is no such account')

const vendorRefusal = ({
  failed,
  message,
}: {
  readonly failed: 'refused' | 'unreachable'
  readonly message: string
}) =>
  failed === 'refused'
    ? reject('EBADTOKEN', 'credentials: the vendor does not accept them', { fields: { field: 'credentials' } })
    : reject('EUPSTREAM', `the vendor cannot be asked whose account it is: ${message}`)

/** Whether a token is over and nothing can renew it. */
export const isExpired = (row: PoolRow, held: Credentials | null, now: Instant): boolean => {
  if (row.expiresAt === null || row.expiresAt > now) return false
  const canRenew = held?.kind === 'login' && (oauthTokens(held)?.refreshToken ?? null) !== null
  return !canRenew || row.refreshError !== null
}

export type PoolCommands = ReturnType<typeof poolCommands>
