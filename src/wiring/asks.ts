import * as Effect from 'effect/Effect'
import { eventIds } from '../adapters/ids.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import { watchAsks } from '../commands/reactors/ask-watch.js'
import { askCommands } from '../commands/runs/asks.js'
import type { PromptCommands } from '../commands/runs/prompts.js'
import type { Committer } from '../events/commit.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface AskParts {
  readonly runner: CommandRunner
  readonly clock: Clock
  readonly db: Reader
  readonly serial: Serial
  readonly committer: Pick<Committer, 'committed'>
  readonly runtime: ServiceRuntime
  readonly whenReadable: Effect.Effect<void>
  readonly prompts: PromptCommands
  readonly complain: (line: string) => void
}

/** Opens what follows and answers the asks of agents in lanes. */
export const openAsks = (parts: AskParts) =>
  Effect.gen(function* () {
    const { runner, committer, runtime, whenReadable, complain } = parts
    const asks = askCommands({ ...parts, run: runner.run, newId: eventIds() })
    const complaints = new Set<string>()
    // Once each: it would be repeated every second.
    const unseen = (error: unknown): void => {
      const complaint = `what agents ask could not be read: ${String(error)}`
      if (!complaints.has(complaint)) complain(complaint)
      complaints.add(complaint)
    }
    yield* runtime.background(Effect.zipRight(whenReadable, watchAsks(asks, committer.committed, unseen)))
    return asks
  })
