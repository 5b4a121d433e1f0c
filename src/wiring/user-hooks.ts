import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { agentCli } from '../adapters/agent-cli/agent-cli.js'
import type { UserFolders } from '../commands/ports/user-folders.js'
import { PROVIDERS } from '../domain/tools/catalog.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'

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
export const foldersWithHooks = (folders: UserFolders, parts: HookParts): UserFolders => ({
  ...folders,
  make: (username) =>
    Effect.zipRight(
      folders.make(username),
      Effect.sync(() => giveHooks(folders.of(username), parts)),
    ),
})

/** Gives our hooks to the agents of users from before, whose homes have no settings yet. */
export const hookOlderHomes = (db: Reader, folders: UserFolders, parts: HookParts) =>
  Effect.sync(() => {
    for (const { username } of allUsers(db)) {
      const home = folders.of(username)
      if (existsSync(home) && !existsSync(join(home, '.claude', 'settings.json'))) giveHooks(home, parts)
    }
  })
