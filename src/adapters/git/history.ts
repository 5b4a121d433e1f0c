import * as Effect from 'effect/Effect'
import type { GitHistoryPort } from '../../commands/ports/git-history.js'
import { readStatus, STATUS } from '../../domain/git/status.js'
import { createBranch, deleteBranch, switchTo } from './branch-writes.js'
import { commit } from './commit.js'
import type { Git } from './git.js'
import { abort, conclude, isMerging, merge, resolve } from './merge.js'
import { ask, directoriesOf } from './queries.js'
import { withoutFilters } from './filtered.js'
import { settle } from './settle.js'
import { refusal } from './write-paths.js'

const STAGED = [
  'diff',
  '--cached',
  '--name-only',
  '-z',
  '--no-renames',
  '--no-relative',
  '--no-ext-diff',
  '--ignore-submodules=dirty',
]

/** Returns the port for writes of commits, branches and merges. */
export const gitHistory = (git: Git): GitHistoryPort => ({
  isMerging: (dir) => isMerging(git, dir),
  isTop: (dir) =>
    Effect.match(git.directories(dir), { onFailure: () => false, onSuccess: ({ prefix }) => prefix === '' }),
  trackedChanges: (dir) =>
    ask(git, dir, ...STATUS, '--untracked-files=no').pipe(
      Effect.flatMap((output) => withoutFilters(git, dir, readStatus(output))),
      Effect.map(({ changed }) => changed),
      Effect.mapError(refusal),
    ),
  stagedOutside: (dir) =>
    Effect.mapError(
      Effect.flatMap(directoriesOf(git, dir), ({ prefix }) =>
        prefix === ''
          ? Effect.succeed(undefined)
          : Effect.map(ask(git, dir, ...STAGED), (output) =>
              output.split('\0').find((path) => path !== '' && !path.startsWith(prefix)),
            ),
      ),
      refusal,
    ),
  commit: (dir, made) => Effect.zipLeft(commit(git, dir, made), settle(git, dir)),
  switchTo: (dir, branch, create) => Effect.zipLeft(switchTo(git, dir, branch, create), settle(git, dir)),
  createBranch: (dir, branch, base) => createBranch(git, dir, branch, base),
  deleteBranch: (dir, branch) => deleteBranch(git, dir, branch),
  merge: (dir, branch) => Effect.zipLeft(merge(git, dir, branch), settle(git, dir)),
  resolve: (dir, path, side) => resolve(git, dir, path, side),
  conclude: (dir) => conclude(git, dir),
  abort: (dir) => Effect.zipLeft(abort(git, dir), settle(git, dir)),
})
