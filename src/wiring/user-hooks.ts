import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { agentCli } from '../adapters/agent-cli/agent-cli.js'
import { accountFolders } from '../adapters/system-accounts/account-folders.js'
import type { UserFolders } from '../commands/ports/user-folders.js'
import { PROVIDERS } from '../domain/tools/catalog.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'
import type { Accounts } from './accounts/accounts.js'

interface HookParts {
  readonly dataDir: string
  readonly complain: (line: string) => void
}

/** Gives the agents of a user our hooks, so that their sessions are seen. Setting the service up was the asking. */
const giveHooks = (home: string, { dataDir, complain }: HookParts): void => {
  const { install } = agentCli({ dataDir, claudeHome: join(home, '.claude'), codexHome: join(home, '.codex') })
  for (const provider of PROVIDERS) {
    const given = install(provider)
    if (Either.isLeft(given)) complain(`the hooks of a user could not be installed: ${given.left.message}`)
  }
}

/** Returns the own folders of users, of which each new one gets our hooks. */
const foldersWithHooks = (folders: UserFolders, give: (username: string) => Effect.Effect<void>): UserFolders => ({
  ...folders,
  make: (username) => Effect.zipRight(folders.make(username), give(username)),
})

/** Returns the own folders of users as folders of the service. */
export const ownFolders = (folders: UserFolders, parts: HookParts): UserFolders =>
  foldersWithHooks(folders, (username) => Effect.sync(() => giveHooks(folders.of(username), parts)))

/**
 * Returns the own folders of users as homes of system accounts, which install the hooks themselves. Without their processes, as on the
 * command line, the service does that when it starts.
 */
export const accountHomes = (
  usersRoot: string,
  accounts: Pick<Accounts, 'call' | 'disconnect'> | null,
  complain: HookParts['complain'],
): UserFolders => {
  const give = (username: string) =>
    accounts === null
      ? Effect.void
      : Effect.catchAllCause(
          Effect.map(accounts.call(username, 'Home', 'installHooks', []), (problems) => {
            for (const problem of problems as readonly string[]) complain(`the hooks of ${username}: ${problem}`)
          }),
          (cause) => Effect.sync(() => complain(`the hooks of ${username} could not be installed: ${String(cause)}`)),
        )
  return foldersWithHooks(accountFolders(usersRoot, accounts?.disconnect ?? (() => Effect.void)), give)
}

/** Gives our hooks to the agents of users from before, whose homes have no settings yet. */
export const hookOlderHomes = (db: Reader, folders: UserFolders, parts: HookParts) =>
  Effect.sync(() => {
    for (const { username } of allUsers(db)) {
      const home = folders.of(username)
      if (existsSync(home) && !existsSync(join(home, '.claude', 'settings.json'))) giveHooks(home, parts)
    }
  })
