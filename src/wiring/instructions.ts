import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { instructionCommands } from '../commands/account/instructions.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Vault } from '../commands/ports/vault.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface InstructionsParts {
  readonly runner: CommandRunner
  readonly db: Reader
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly vault: Vault
  readonly complain: (line: string) => void
}

/** Opens what new agents are told. */
export const openInstructions = ({ runner, db, runtime, whenReadable, vault, complain }: InstructionsParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`instructions could not be stored: ${String(error)}`)
    const commands = instructionCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    yield* runtime.background(Effect.zipRight(whenReadable, reporting(onError)(commands.settleAll)))
    return commands
  })
