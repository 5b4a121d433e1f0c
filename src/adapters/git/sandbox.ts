import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Git } from './git.js'
import { realPath } from './queries.js'
import { directoryNamedBy } from './registrations.js'

/** What all worktrees share and a commit writes to. Hooks and settings are not among it. */
const SHARED = ['objects', 'refs', 'logs']

/** Returns the directories outside of a linked worktree that a commit in it writes to; see the port. */
export const writtenByCommits = (git: Git, dir: string): Effect.Effect<readonly string[]> =>
  Effect.match(git.directories(dir), {
    onFailure: () => [],
    onSuccess: ({ own, common, top }) => {
      const [gitDir, shared] = [realPath(own), realPath(common)]
      const isLinked = dirname(gitDir) === join(shared, 'worktrees')
      if (!isLinked || top === null || directoryNamedBy(gitDir) !== top) return []
      return [gitDir, ...SHARED.map((name) => join(shared, name))].filter((path) => existsSync(path))
    },
  })
