import * as Effect from 'effect/Effect'
import type { Moved } from '../../commands/ports/git-history.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { moved } from './commit.js'
import type { Git } from './git.js'
import { ask, baseOf } from './queries.js'

/** Switches to a branch. Git refuses to overwrite untracked files. */
export const switchTo = (
  git: Git,
  dir: string,
  branch: string,
  create: boolean,
): Effect.Effect<Moved, GitRejection> => {
  const options = create ? ['--no-track', '--create'] : ['--no-guess']
  return git.hooked(dir, ['switch', '--quiet', '--no-recurse-submodules', ...options, branch]).pipe(
    // The exit code may be that of the hook that runs afterwards.
    Effect.catchAll((error) =>
      Effect.flatMap(currentRef(git, dir), (ref) =>
        ref === refOfBranch(branch) ? Effect.succeed(Buffer.alloc(0)) : Effect.fail(error),
      ),
    ),
    (command) => moved(git, dir, command),
  )
}

const currentRef = (git: Git, dir: string): Effect.Effect<string> =>
  Effect.orElseSucceed(ask(git, dir, 'symbolic-ref', '--quiet', 'HEAD'), () => '')

/** Creates a branch without an upstream. */
export const createBranch = (
  git: Git,
  dir: string,
  branch: string,
  base: string,
): Effect.Effect<Moved, GitRejection | Rejection<'ENOBRANCH'>> =>
  Effect.gen(function* () {
    const found = yield* baseOf(git, dir, [base])
    if (found === null) return yield* Effect.fail(reject('ENOBRANCH', `there is no branch or commit ${base}`))
    return yield* moved(git, dir, git.write(dir, ['branch', '--no-track', branch, found.commit]))
  })

/** Deletes a branch that is merged. */
export const deleteBranch = (git: Git, dir: string, branch: string): Effect.Effect<Moved, GitRejection> =>
  moved(git, dir, git.write(dir, ['branch', '--delete', '--', branch]))
