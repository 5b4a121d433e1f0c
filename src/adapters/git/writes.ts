import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitWritesPort } from '../../commands/ports/git-writes.js'
import { reject } from '../../domain/rejection.js'
import { discardPaths } from './discard-paths.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { withMarkers } from './markers.js'
import { failed, realPath } from './queries.js'
import { settle } from './settle.js'
import { ADD, refusal, writePaths } from './write-paths.js'

/** Returns the port for writes of git. */
export const gitWrites = (git: Git): GitWritesPort => ({
  place: (dir) => placeIn(git, dir),
  status: (dir) => Effect.mapError(statusIn(git, dir), refusal),
  withMarkers: (dir, paths) => Effect.sync(() => withMarkers(dir, paths)),
  stage: (dir, paths) => Effect.zipLeft(writePaths(git, dir, ADD, paths), settle(git, dir)),
  unstage: (dir, paths) => writePaths(git, dir, ['reset', '--quiet'], paths),
  discard: (dir, paths) => Effect.zipLeft(discardPaths(git, dir, paths), settle(git, dir)),
})

/** Returns the locks of a directory, unless git cannot work there. */
export const placeIn: (git: Git, dir: string) => ReturnType<GitWritesPort['place']> = (git, dir) =>
  git.directories(dir).pipe(
    Effect.map(({ own, common }) => ({ index: join(realPath(own), 'index'), commonDir: realPath(common) })),
    Effect.catchAll((error) =>
      Effect.fail(
        error._tag === 'WorksElsewhere' ? reject('EOUTSIDELANE', failed(error).message) : refusal(failed(error)),
      ),
    ),
  )
