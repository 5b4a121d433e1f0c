import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { avatarFiles } from '../adapters/files/avatars.js'
import { folderSizes } from '../adapters/files/folder-sizes.js'
import { userFolders } from '../adapters/files/user-folders.js'
import { eventIds } from '../adapters/ids.js'
import { digestOf, newSecret } from '../adapters/accounts/cookie-secret.js'
import { scryptPasswords } from '../adapters/accounts/passwords.js'
import { runsConnectedTo, uidConnectedTo } from '../adapters/process/connected-runs.js'
import { usernameOf } from '../adapters/system-accounts/account-table.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Clock } from '../commands/ports/clock.js'
import type { LoginStore } from '../commands/ports/logins.js'
import type { TokenStore } from '../commands/ports/tokens.js'
import type { Vault } from '../commands/ports/vault.js'
import { avatarCommands } from '../commands/users/avatars.js'
import { loginCommands } from '../commands/users/logins.js'
import { tokenCommands } from '../commands/users/tokens.js'
import { userSecrets } from '../commands/users/secrets.js'
import { serverCommands } from '../commands/users/server.js'
import { userStorage } from '../commands/users/storage.js'
import { userCommands, type UserParts } from '../commands/users/users.js'
import type { Config } from '../config.js'
import type { OwnerId } from '../domain/access/author.js'
import { userNumber, userNumbered } from '../domain/access/author.js'
import { folderOwner } from '../domain/access/territory.js'
import type { Principal } from '../domain/access/visibility.js'
import { type Admit, admission, type Arrival } from '../http/access/admit.js'
import { isLoopbackAddress } from '../http/access/loopback.js'
import { clientFacts } from '../http/access/client.js'
import { serverAdmission } from '../http/access/server-admission.js'
import type { Current } from '../http/live/rights.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import { accountHomes, ownFolders } from './user-hooks.js'
import { laneById } from '../projections/queries/lanes.js'
import { runById } from '../projections/queries/run-history.js'
import { liveRun, liveRuns } from '../projections/queries/runs.js'
import { hostOwner, isSetUp, type StoredToken, tokenById, userById, userNamed } from '../projections/queries/users.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import type { Reader } from '../projections/sql.js'
import type * as Effect from 'effect/Effect'

/** What shows who calls. */
type Shown = Pick<Principal, 'kind' | 'login' | 'token' | 'run' | 'scopes'> & { readonly role?: Principal['role'] }

interface AccessParts {
  readonly config: Config
  readonly db: Reader
  readonly vault: Vault
  readonly loginStore: LoginStore
  readonly tokenStore: TokenStore
  readonly runner: CommandRunner
  readonly clock: Clock
  /** The system accounts; null where no service runs. */
  readonly accounts: Accounts | null
  readonly complain: (line: string) => void
}

/** Returns who may call, and what knows it: logins, passwords, users. */
export const accessOf = (parts: AccessParts) => {
  const { config, db, vault, loginStore, tokenStore, runner, clock, accounts, complain } = parts
  const onError = (error: unknown): void => complain(`a secret of a user could not be stored: ${String(error)}`)
  const passwords = scryptPasswords(config.passwordCost)
  const secrets = userSecrets({ db, vault, newId: randomUUID, onError })
  const logins = loginCommands({ runner, db, clock, store: loginStore, passwords, secrets, newSecret, digestOf })
  const folders = config.systemAccounts
    ? accountHomes(config.usersRoot, accounts, complain)
    : ownFolders(userFolders(config.usersRoot, eventIds()), { dataDir: config.dataDir, complain })

  const tokens = tokenCommands({ runner, db, clock, store: tokenStore, newId: eventIds(), newSecret, digestOf })

  const principalOf = (user: number, shown: Shown): Principal | undefined => {
    const found = isSetUp(db) ? userById(db, user) : undefined
    if (found === undefined || found.disabled) return undefined
    const { id, role } = found
    return { id: userNumbered(id), role, isHostOwner: hostOwner(db) === id, ...shown }
  }
  /** Returns a principal with its current rights; undefined if its login has ended. */
  const current: Current = ({ id, login, token, run }) => {
    const user = userNumber(id)
    if (user === null) return undefined
    if (run !== undefined) return ofRun(run)
    if (token !== undefined) return ofStored(tokenById(db, token))
    return login === undefined || !logins.isOpen(login) ? undefined : principalOf(user, { kind: 'user', login })
  }
  const ofStored = (token: StoredToken | undefined): Principal | undefined =>
    token === undefined || token.expiresAt <= clock.now()
      ? undefined
      : principalOf(token.user, { kind: 'token', scopes: token.scopes, token: token.id })
  /** A pane acts as a member, also for staff: an agent must not do what only its owner was trusted with. */
  const ofRun = (run: string): Principal | undefined => {
    const live = liveRuns(db, systemVisibility).find((one) => one.run === run)
    const lane = live === undefined ? undefined : laneById(db, systemVisibility, live.lane)
    const owner = lane === undefined ? null : (lane.owner_id ?? hostOwner(db))
    return owner === null ? undefined : principalOf(owner, { kind: 'pane', role: 'member', run })
  }
  const ofLogin = (secret: string): Principal | undefined => {
    const login = logins.find(secret)
    return login === undefined ? undefined : principalOf(login.user, { kind: 'user', login: login.id })
  }
  const ofToken = (secret: string): Principal | undefined => ofStored(tokens.find(secret))
  const ofPane = (secret: string): Principal | undefined => {
    const run = tokens.runOf(secret)
    return run === undefined ? undefined : ofRun(run)
  }
  /** Returns the token of a new pane; null in local mode, which needs none. */
  const paneToken = (run: string): string | null => {
    if (config.mode === 'local') return null
    const live = new Set(liveRuns(db, systemVisibility).map((one) => one.run))
    tokens.forgetPanes((one) => live.has(one))
    return tokens.ofPane(run)
  }
  const onUntrusted = (address: string): void =>
    complain(
      `warning: requests from ${address} have X-Forwarded-For, which is ignored; if a proxy of yours is there, name it in SVC_TRUSTED_PROXIES`,
    )
  const isFromLane = ({ remoteAddress, ports }: Arrival): boolean =>
    ports !== undefined &&
    isLoopbackAddress(remoteAddress ?? '') &&
    runsConnectedTo(ports).some((run) => liveRun(db, systemVisibility, run) !== undefined)
  const admit: Admit =
    config.mode === 'local'
      ? admission({ ...config, isFromLane })
      : serverAdmission({ ...config, ofLogin, ofToken, ofPane, onUntrusted })
  /** Returns the owner of the lane that a pane token is of; null if it proves nothing. */
  const ownerOfPane = (secret: string): string | null => ofPane(secret)?.id ?? null
  /** Returns the owner of the lane of a run, also of one that has ended; null if it is unknown, and with one user. */
  const ownerOfRun = (run: string): string | null => {
    const found = config.mode === 'local' ? undefined : runById(db, systemVisibility, run)
    const lane = found === undefined ? undefined : laneById(db, systemVisibility, found.lane_id)
    const owner = lane === undefined ? null : (lane.owner_id ?? hostOwner(db))
    return owner === null ? null : userNumbered(owner)
  }
  const ownerOfSocket = (ports: Arrival['ports']): string | null => {
    const uid = ports === undefined || !config.systemAccounts ? null : uidConnectedTo(ports)
    const username = uid === null ? undefined : usernameOf(uid, config.usersRoot)
    const user = username === undefined ? undefined : userNamed(db, username)
    return user === undefined ? null : userNumbered(user.id)
  }
  const isForeignRun = (run: string, accountOwner: string): boolean => {
    const username = accounts?.ofRun(run) ?? null
    const user = username === null ? undefined : userNamed(db, username)
    return user === undefined || userNumbered(user.id) !== accountOwner
  }
  const known = { passwords, secrets, logins, tokens, folders }
  return {
    admit,
    clientOf: clientFacts(config),
    current,
    paneToken,
    ownerOfPane,
    ownerOfRun,
    ownerOfSocket,
    isForeignRun,
    ...known,
  }
}

export type Access = ReturnType<typeof accessOf>

interface UsersParts extends Pick<UserParts, 'stopRuns' | 'onMoved'> {
  readonly config: Pick<Config, 'dataDir' | 'systemAccounts' | 'usersRoot'>
  readonly db: Reader
  readonly runner: CommandRunner
  readonly clock: Clock
  /** The system accounts; null where no service runs. */
  readonly accounts: Accounts | null
  readonly handOver: (to: OwnerId) => Effect.Effect<void>
}

/** Returns the commands about users, and about the mode that needs them. */
export const usersOf = (access: Access, parts: UsersParts) => {
  const { config, db, runner, clock, accounts, stopRuns, onMoved, handOver } = parts
  const { folders, secrets } = access
  const homeOwner = (folder: string) => (config.systemAccounts ? folderOwner(folder, config.usersRoot) : undefined)
  const shared = { ...access, runner, db }
  return {
    users: userCommands({ ...shared, homeOwner, stopRuns, onMoved }),
    userSecrets: secrets,
    logins: access.logins,
    tokens: access.tokens,
    ownerOfPane: access.ownerOfPane,
    ownerOfSocket: access.ownerOfSocket,
    avatars: avatarCommands({ run: runner.run, files: avatarFiles(join(config.dataDir, 'avatars')) }),
    userStorage: userStorage({
      isolated: config.systemAccounts,
      db,
      clock,
      folders,
      sizes: routedFolders(accounts).sizes(folderSizes(() => clock.monotonic() * 1000)),
    }),
    serverMode: serverCommands({ ...shared, handOver }),
  }
}
