import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { instructionCommands } from '../commands/account/instructions.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { VaultParts } from './vault-parts.js'

/** Opens what new agents are told. */
export const openInstructions = ({ runner, db, runtime, whenReadable, vault, complain }: VaultParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`instructions could not be stored: ${String(error)}`)
    const commands = instructionCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    yield* runtime.background(Effect.zipRight(whenReadable, reporting(onError)(commands.settleAll)))
    return commands
  })
