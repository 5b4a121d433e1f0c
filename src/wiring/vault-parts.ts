import type * as Effect from 'effect/Effect'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Vault } from '../commands/ports/vault.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

/** What commands with secrets in the vault are made from. */
export interface VaultParts {
  readonly runner: CommandRunner
  readonly db: Reader
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly vault: Vault
  readonly complain: (line: string) => void
}
