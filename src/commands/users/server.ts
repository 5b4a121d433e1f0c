import * as Effect from 'effect/Effect'
import type { Author, OwnerId } from '../../domain/access/author.js'
import { userNumbered } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { readUsername } from '../../domain/account/user/fields.js'
import { readPassword } from '../../domain/account/user/password.js'
import { NOBODY } from '../../projections/ownership.js'
import { onboardedAt, prefsOf } from '../../projections/queries/accounts.js'
import { allUsers, hostOwner, isSetUp, nextUserId } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { account, prefs } from '../account/decider.js'
import { type CommandRunner, step } from '../kernel/run.js'
import type { Passwords } from '../ports/passwords.js'
import type { UserFolders } from '../ports/user-folders.js'
import { server, user } from './decider.js'
import type { LoginCommands } from './logins.js'
import type { TokenCommands } from './tokens.js'
import type { UserSecrets } from './secrets.js'

interface ServerParts {
  readonly runner: Pick<CommandRunner, 'run' | 'together'>
  readonly db: Reader
  readonly passwords: Passwords
  readonly secrets: UserSecrets
  readonly logins: Pick<LoginCommands, 'endAll'>
  readonly tokens: Pick<TokenCommands, 'endAll'>
  readonly folders: UserFolders
  /** Gives what the local user keeps in the vault to the first admin: logins for git, and what agents are told. */
  readonly handOver: (to: OwnerId) => Effect.Effect<void>
}

/** Returns the commands that turn server mode on and off. Only the shell of the host calls them. */
export const serverCommands = ({ runner, db, passwords, secrets, logins, tokens, folders, handOver }: ServerParts) => {
  /** Creates the first admin, who gets what the local user has set, and enters server mode. */
  const setUpFirst = (givenName: unknown, givenPassword: unknown, author: Author) =>
    Effect.gen(function* () {
      const username = yield* readUsername(givenName)
      const password = yield* readPassword(givenPassword, [username])
      const hash = yield* passwords.hash(password)
      yield* folders.make(username)
      const work = Effect.suspend(() => {
        const revision = secrets.keepPassword(username, hash)
        return runner.together(() => {
          const id = nextUserId(db)
          const owner = userNumbered(id)
          const local = prefsOf(db, systemVisibility, NOBODY)
          const wasOnboarded = onboardedAt(db, systemVisibility, NOBODY) !== null
          return [
            step(user, null, 'create', { username, role: 'admin' as const, password: revision }),
            step(prefs, owner, 'set', { account: owner, changes: local }),
            ...(wasOnboarded ? [step(account, owner, 'onboard', { account: owner })] : []),
            step(server, undefined, 'enter', { owner: id }),
          ]
        }, author)
      })
      yield* secrets.change(username, work)
      const owner = hostOwner(db)
      if (owner !== null) yield* handOver(userNumbered(owner))
    })

  return {
    /** Does what is missing for server mode. Succeeds with whether it created the first admin. */
    setUp: (username: unknown, password: unknown, author: Author) =>
      Effect.gen(function* () {
        const owner = hostOwner(db)
        if (owner === null) {
          yield* setUpFirst(username, password, author)
          return true
        }
        for (const one of allUsers(db)) yield* folders.make(one.username)
        yield* runner.run(server, undefined, 'enter', { owner }, author)
        return false
      }),

    /** Ends all logins and leaves server mode. Accounts and rows stay. */
    turnOff: (author: Author) =>
      Effect.gen(function* () {
        yield* runner.run(server, undefined, 'leave', {}, author)
        for (const { id } of allUsers(db)) {
          yield* logins.endAll(id, null, 'server-off', author)
          yield* tokens.endAll(id, author)
        }
      }),

    setOwner: (username: string, author: Author) => runner.run(server, undefined, 'setOwner', { username }, author),

    isSetUp: () => isSetUp(db),
  }
}

export type ServerCommands = ReturnType<typeof serverCommands>
