import * as Effect from 'effect/Effect'
import type { WorktreesPort } from '../../commands/ports/worktrees.js'
import { add, heal } from './add.js'
import { copiedFiles } from './copy-ignored.js'
import { guard, remove, removeUnforced, reset } from './discard.js'
import { existingBranch } from './existing-branch.js'
import { excludeFile, excludeSessionWorktrees } from './exclude.js'
import type { Git } from './git.js'
import { branches, inspect } from './inspect.js'
import { branchLossOf, lossOf } from './loss.js'
import { place, type WorktreeSettings } from './place.js'
import { repositoryOf } from './repository.js'
import { verified } from './verify.js'
import { writtenByCommits } from './sandbox.js'

/** Returns the port for the worktrees of lanes. */
export const gitWorktrees = (git: Git, settings: WorktreeSettings): WorktreesPort => ({
  inspect: (path) => inspect(git, path),
  copied: (repository) => copiedFiles(git, repository),
  place: (repository, slug, taken, branch) => place(git, settings, repository, slug, taken, branch),
  existing: ({ path }, name) => existingBranch(git, path, name),
  add: (worktree) => add(git, worktree),
  heal: (worktree) => heal(git, worktree),
  facts: (worktree, base, removes) => lossOf(git, worktree, base, removes),
  branchFacts: (worktree, base) => branchLossOf(git, worktree, base),
  repository: (worktree) => repositoryOf(git, worktree),
  verify: (worktree) => Effect.asVoid(verified(git, worktree)),
  guard: (worktree) => guard(git, settings, worktree),
  reset: (worktree, bases) => reset(git, worktree, bases),
  remove: (worktree, keepsDirectory) => remove(git, worktree, keepsDirectory),
  removeUnforced: (lane, worktree) => removeUnforced(git, lane, worktree),
  excludeSessionWorktrees: (dir) => excludeSessionWorktrees(git, dir),
  excludeFile: (dir, path) => excludeFile(git, dir, path),
  writtenByCommits: (dir) => writtenByCommits(git, dir),
  branches: (path) => branches(git, path),
})
