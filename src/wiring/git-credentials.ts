import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { gitCredentialCommands } from '../commands/git-credentials/git-credentials.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { VaultParts } from './vault-parts.js'

/** Opens the logins for git hosts. */
export const openGitCredentials = ({ runner, db, runtime, whenReadable, vault, complain }: VaultParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`a login for git could not be stored: ${String(error)}`)
    const commands = gitCredentialCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    const settle = reporting(onError)(commands.settleAll)
    yield* runtime.background(Effect.zipRight(whenReadable, settle))
    return commands
  })
