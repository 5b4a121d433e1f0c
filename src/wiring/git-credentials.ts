import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { gitCredentialCommands } from '../commands/git-credentials/git-credentials.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Vault } from '../commands/ports/vault.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface CredentialParts {
  readonly runner: CommandRunner
  readonly db: Reader
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly vault: Vault
  readonly complain: (line: string) => void
}

/** Opens the logins for git hosts. */
export const openGitCredentials = ({ runner, db, runtime, whenReadable, vault, complain }: CredentialParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`a login for git could not be stored: ${String(error)}`)
    const commands = gitCredentialCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    const settle = reporting(onError)(commands.settleAll)
    yield* runtime.background(Effect.zipRight(whenReadable, settle))
    return commands
  })
