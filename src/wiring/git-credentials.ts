import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { sealedVault } from '../adapters/vault/sealed.js'
import { openVault } from '../adapters/vault/vault.js'
import { gitCredentialCommands } from '../commands/git-credentials/git-credentials.js'
import { reporting } from '../commands/reporting.js'
import type { CommandRunner } from '../commands/run.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface CredentialParts {
  readonly runner: CommandRunner
  readonly db: Reader
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly dataDir: string
  readonly complain: (line: string) => void
}

/** Opens the logins for git hosts: their passwords are encrypted, with the key in a file of its own. */
export const openGitCredentials = ({ runner, db, runtime, whenReadable, dataDir, complain }: CredentialParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`a login for git could not be stored: ${String(error)}`)
    const file = openVault(join(dataDir, 'git-credentials.json'), 'save the logins for git again', complain)
    const vault = sealedVault(file, join(dataDir, 'git-credentials.key'))
    const commands = gitCredentialCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    const settle = reporting(onError)(Effect.promise(commands.settleAll))
    yield* runtime.background(Effect.zipRight(whenReadable, settle))
    return commands
  })
