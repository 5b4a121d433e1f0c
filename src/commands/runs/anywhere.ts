import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { StartInput } from '../../domain/run/wanted.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { untilStored } from '../kernel/stored.js'
import type { LaneCommands } from '../lane/lanes.js'
import type { RunCommands } from './runs.js'

interface AnywhereParts {
  readonly db: Reader
  readonly lanes: LaneCommands
  readonly start: RunCommands['start']
}

/** Returns the command that starts a run in any directory, in a lane that it creates if none owns the directory. */
export const runAnywhere =
  ({ db, lanes, start }: AnywhereParts) =>
  (cwd: unknown, input: StartInput, caller: Caller) =>
    Effect.gen(function* () {
      const { id, created } = yield* lanes.ensure(cwd, false, { tool: input.tool }, caller)
      const lane = laneById(db, caller.writes, id)
      if (lane === undefined) return yield* Effect.dieMessage(`lane ${id} is missing`)
      // A lane that was only made for a run that did not start is forgotten again.
      const undo = created ? Effect.ignore(untilStored(lanes.forget(id, caller.author))) : Effect.void
      const started = yield* Effect.tapError(start(lane, input, caller), () => undo)
      return { ...started, lane: laneById(db, caller.writes, id) ?? lane }
    })

export type RunAnywhere = ReturnType<typeof runAnywhere>
