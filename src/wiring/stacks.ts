import * as Effect from 'effect/Effect'
import { eventIds } from '../adapters/ids.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import type { JobFeed } from '../commands/ports/job-feed.js'
import { HookRuns } from '../commands/stack/hooks.js'
import { stackIsolation } from '../commands/stack/isolation.js'
import { StackJobs } from '../commands/stack/jobs.js'
import { stackCommands } from '../commands/stack/stacks.js'
import type { Config } from '../config.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

export interface StacksParts extends Pick<Config, 'baseBranch' | 'hookTimeout'> {
  readonly runner: CommandRunner
  readonly clock: Clock
  readonly db: Reader
  readonly serial: Serial
  readonly runtime: ServiceRuntime
  readonly feed: JobFeed
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly complain: (line: string) => void
}

/** Opens the stacks of lanes, and ends the hooks that an earlier stop interrupted. */
export const openStacks = (parts: StacksParts) =>
  Effect.gen(function* () {
    const { runner, clock, db, serial, runtime, feed, baseBranch, hookTimeout, whenReadable, complain } = parts
    const { run } = runner
    const hooks = new HookRuns({ run, clock, feed, timeout: hookTimeout * 1000, baseBranch })
    const stacks = stackCommands({
      run,
      db,
      serial,
      fork: runtime.fork,
      feed,
      jobs: new StackJobs(),
      hooks,
      newId: eventIds(),
      onError: (error) => complain(`a hook could not be run: ${String(error)}`),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, stacks.recover))
    return { stacks, isolation: stackIsolation({ run, db, serial, hooks, held: stacks.held }) }
  })
