import { lstatSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import type { Instant } from '../../domain/time.js'
import { type RunningCommand, runningCommands } from '../process/commands.js'
import { groupEnds, signalGroup } from '../process/group.js'
import { startedAt } from '../process/processes.js'

const ENDS_WITHIN_MS = 5000
/** Start times of processes are known to a second, and those of files are less precise than the clock. */
const PRECISION_MS = 1000

/**
 * Ends git processes of an `add` whose service was killed: they continue without it, and would write files while these are removed.
 * @param mark what marks the changes of this `add`
 */
export const endInterrupted = ({ repository, dir, branch }: LaneWorktree, mark: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const isOfAdd = (args: readonly string[]): boolean =>
      // A lane of another data directory may have the same mark and branch, in another repository.
      (isGitIn(repository, args) &&
        args.includes(mark) &&
        (args.includes(dir) || args.includes(refOfBranch(branch)))) ||
      (isGitIn(dir, args) && args.includes('reset'))
    const left = (runningCommands() ?? []).filter(({ args }) => isOfAdd(args))
    return Effect.forEach(
      left,
      ({ pid }) => {
        signalGroup(pid, 'SIGKILL')
        return groupEnds(pid, ENDS_WITHIN_MS)
      },
      { discard: true },
    )
  })

/**
 * Removes the lock that git leaves on a branch when it is killed while it creates the branch. Nothing is removed while a git runs
 * that is older than the lock, which may hold it, or where that is unknown.
 * @param since when the `add` was requested: an older lock is not its own
 */
export const removeBranchLock = (commonDir: string, branch: string, since: Instant): void => {
  const path = `${join(commonDir, refOfBranch(branch))}.lock`
  const lock = lstatSync(path, { throwIfNoEntry: false })
  if (lock === undefined || !lock.isFile() || lock.mtimeMs < since - PRECISION_MS) return
  const mayHold = ({ pid, args }: RunningCommand): boolean =>
    isGit(args) && (startedAt(pid) ?? 0) <= lock.mtimeMs + PRECISION_MS
  if (runningCommands()?.some(mayHold) === false) rmSync(path, { force: true })
}

const isGitIn = (dir: string, args: readonly string[]): boolean => isGit(args) && args[1] === '-C' && args[2] === dir

const isGit = ([program = '']: readonly string[]): boolean => basename(program) === 'git'
