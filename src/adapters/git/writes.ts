import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitWritesPort } from '../../commands/ports/git-writes.js'
import { gitDirectoriesOf } from './directories.js'
import { discardPaths } from './discard-paths.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { withMarkers } from './markers.js'
import { realPath } from './queries.js'
import { ADD, refusal, writePaths } from './write-paths.js'

/** Returns the port for writes of git. */
export const gitWrites = (git: Git): GitWritesPort => ({
  place: (dir) =>
    Effect.sync(() => {
      const directories = gitDirectoriesOf(dir)
      if (directories === null) return null
      return { index: join(realPath(directories.own), 'index'), commonDir: realPath(directories.common) }
    }),
  status: (dir) => Effect.mapError(statusIn(git, dir), refusal),
  withMarkers: (dir, paths) => Effect.sync(() => withMarkers(dir, paths)),
  stage: (dir, paths) => writePaths(git, dir, ADD, paths),
  unstage: (dir, paths) => writePaths(git, dir, ['reset', '--quiet'], paths),
  discard: (dir, paths) => discardPaths(git, dir, paths),
})
