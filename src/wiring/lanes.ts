import * as Effect from 'effect/Effect'
import { destroyCommands } from '../commands/lane/destroy.js'
import { laneCommands } from '../commands/lane/lanes.js'
import { worktreeCommands } from '../commands/lane/worktrees.js'
import { openRunning, type RunningParts } from './running.js'

interface LanesParts extends RunningParts {
  readonly baseBranch: string
}

/** Opens the lanes: their commands, their runs, and the creation of worktrees that an earlier stop interrupted. */
export const openLanes = (parts: LanesParts) =>
  Effect.gen(function* () {
    const { runner, db, serial, runtime, whenReadable, baseBranch, complain } = parts
    const worktrees = worktreeCommands({
      run: runner.run,
      db,
      serial,
      fork: runtime.fork,
      baseBranch,
      onError: (error) => complain(`a worktree could not be created: ${String(error)}`),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, worktrees.resume))
    const runs = yield* openRunning(parts)
    const laneActions = destroyCommands({ run: runner.run, db, serial, baseBranch, stopRuns: runs.stopAll })
    return { lanes: laneCommands(runner), worktrees, laneActions, runs }
  })
