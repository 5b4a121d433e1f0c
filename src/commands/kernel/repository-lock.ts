import * as Effect from 'effect/Effect'
import { Worktrees } from '../ports/worktrees.js'
import type { Serial } from './serial.js'

/** Runs work alone among those that change the worktrees or branches of the repository of a directory. */
export const inRepository = <A, E, R>(serial: Serial, dir: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const name = yield* Effect.match((yield* Worktrees).inspect(dir), {
      onFailure: () => dir,
      onSuccess: ({ commonDir }) => commonDir,
    })
    return yield* serial.hold({ kind: 'repository', name }, work)
  })
