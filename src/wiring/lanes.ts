import * as Effect from 'effect/Effect'
import { destroyCommands } from '../commands/lane/destroy.js'
import { laneCommands } from '../commands/lane/lanes.js'
import { worktreeCommands } from '../commands/lane/worktrees.js'
import type { CommandRunner } from '../commands/run.js'
import type { Serial } from '../commands/serial.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface LanesParts {
  readonly runner: CommandRunner
  readonly db: Reader
  readonly serial: Serial
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly baseBranch: string
  readonly complain: (line: string) => void
}

/** Opens the lanes: their commands, and the creation of worktrees that an earlier stop interrupted. */
export const openLanes = ({ runner, db, serial, runtime, whenReadable, baseBranch, complain }: LanesParts) =>
  Effect.gen(function* () {
    const worktrees = worktreeCommands({
      run: runner.run,
      db,
      serial,
      fork: runtime.fork,
      baseBranch,
      onError: (error) => complain(`a worktree could not be created: ${String(error)}`),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, worktrees.resume))
    const laneActions = destroyCommands({ run: runner.run, db, serial, baseBranch })
    return { lanes: laneCommands(runner), worktrees, laneActions }
  })
