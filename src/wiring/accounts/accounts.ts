import { statSync } from 'node:fs'
import { normalize } from 'node:path'
import * as Effect from 'effect/Effect'
import * as ExecutionStrategy from 'effect/ExecutionStrategy'
import * as Exit from 'effect/Exit'
import * as Scope from 'effect/Scope'
import { accountNamed, accountOf } from '../../adapters/system-accounts/account-table.js'
import type { Channel } from '../../adapters/system-accounts/channel.js'
import { type HelperFailed, openAccount } from '../../adapters/system-accounts/helper-process.js'
import { installedHelper } from '../../adapters/system-accounts/install.js'
import { version } from '../../version.js'
import type { Config } from '../../config.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { folderOwner } from '../../domain/access/territory.js'
import { laneById } from '../../projections/queries/lanes.js'
import { runById } from '../../projections/queries/run-history.js'
import type { Reader } from '../../projections/sql.js'

interface AccountsParts {
  readonly config: Pick<Config, 'usersRoot' | 'branchPrefix' | 'systemAccounts'>
  readonly db: Reader
  readonly complain: (line: string) => void
}

/** The system accounts of users, each with a process of its own that is started when it is needed (supplement-server 14). */
export interface Accounts {
  /** Returns the user whose account does what concerns a folder; null for the account of the service. */
  readonly ofFolder: (path: string) => string | null
  readonly ofLane: (lane: number) => string | null
  readonly ofRun: (run: string) => string | null
  /** Whether a user has an account. */
  readonly has: (username: string) => boolean
  /** Calls a member of a port of an account. */
  readonly call: (
    username: string,
    port: string,
    member: string,
    args: readonly unknown[],
  ) => Effect.Effect<unknown, unknown>
  /** The same for a caller that knows only promises. */
  readonly promise: (username: string, port: string, member: string, args: readonly unknown[]) => Promise<unknown>
  /** Returns the process of an account, which is started if it does not run. */
  readonly channelOf: (username: string) => Effect.Effect<Channel, HelperFailed>
  /** Ends the process of an account that is about to be deleted. */
  readonly disconnect: (username: string) => Effect.Effect<void>
}

/** Says when the accounts of the machine have changed. */
const stampOfTables = (): string =>
  ['/etc/passwd', '/etc/group'].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0).join()

/** Returns what is wrong with the installed helper. */
const problemsWith = (usersRoot: string): readonly string[] => {
  const helper = installedHelper()
  const how = 'run: sudo switchyard server system-accounts install'
  if (helper === null) return [`system accounts are on, but their helper is not installed; ${how}`]
  const { hostAccount } = helper
  const host = accountNamed(hostAccount)
  return [
    ...(helper.version === version ? [] : [`the helper for system accounts is of release ${helper.version}; ${how}`]),
    ...(helper.usersRoot === usersRoot
      ? []
      : [`SVC_USERS_ROOT is ${usersRoot}, but the helper for system accounts has ${helper.usersRoot}`]),
    ...(host?.uid === process.getuid?.() ? [] : [`the helper for system accounts is for the account ${hostAccount}`]),
  ]
}

/** Opens the accounts. Their processes end with the scope. */
export const openAccounts = ({ config, db, complain }: AccountsParts): Effect.Effect<Accounts, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { usersRoot, branchPrefix, systemAccounts } = config
    const scope = yield* Effect.scope
    if (systemAccounts) for (const problem of problemsWith(usersRoot)) complain(`warning: ${problem}`)
    const open = new Map<
      string,
      { readonly channel: Effect.Effect<Channel, HelperFailed>; readonly scope: Scope.CloseableScope }
    >()
    let known = { stamp: '', users: new Map<string, boolean>() }

    const has = (username: string): boolean => {
      if (!systemAccounts) return false
      const stamp = stampOfTables()
      if (stamp !== known.stamp) known = { stamp, users: new Map() }
      const found = known.users.get(username) ?? accountOf(username, usersRoot) !== undefined
      known.users.set(username, found)
      return found
    }

    const ofFolder = (path: string): string | null => {
      const owner = systemAccounts ? folderOwner(normalize(path), usersRoot) : null
      return owner !== null && has(owner) ? owner : null
    }
    const ofLane = (lane: number): string | null => {
      const cwd = systemAccounts ? laneById(db, systemVisibility, lane)?.cwd : undefined
      return cwd === undefined ? null : ofFolder(cwd)
    }
    const ofRun = (run: string): string | null => {
      const found = systemAccounts ? runById(db, systemVisibility, run) : undefined
      return found === undefined ? null : ofLane(found.lane_id)
    }

    const disconnect = (username: string): Effect.Effect<void> =>
      Effect.suspend(() => {
        const known = open.get(username)
        open.delete(username)
        return known === undefined ? Effect.void : Scope.close(known.scope, Exit.void)
      })

    /** Starts the process of an account. Once it ends, the next call starts another one. */
    const connected = (username: string) =>
      Effect.gen(function* () {
        const own = yield* Scope.fork(scope, ExecutionStrategy.sequential)
        const opening = openAccount({ verb: 'serve', username, settings: { branchPrefix } }, {}, complain)
        const channel = yield* Effect.cached(
          Effect.uninterruptible(Scope.extend(opening, own)).pipe(
            Effect.tap((made) =>
              Effect.sync(
                () => void made.closed.then(() => open.get(username)?.scope === own && open.delete(username)),
              ),
            ),
            Effect.tapError(() => disconnect(username)),
          ),
        )
        open.set(username, { channel, scope: own })
        return channel
      })

    const channelOf = (username: string): Effect.Effect<Channel, HelperFailed> =>
      Effect.suspend(() => {
        const known = open.get(username)
        return known === undefined ? Effect.flatten(connected(username)) : known.channel
      })

    const call: Accounts['call'] = (username, port, member, args) =>
      Effect.flatMap(Effect.orDie(channelOf(username)), (channel) => channel.call(port, member, args))

    return {
      ofFolder,
      ofLane,
      ofRun,
      has,
      channelOf,
      disconnect,
      call,
      promise: (...called) => Effect.runPromise(call(...called)),
    }
  })
