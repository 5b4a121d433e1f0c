import * as Effect from 'effect/Effect'
import type { ExistingBranch } from '../../commands/ports/worktrees.js'
import { isBranchName, refOfBranch } from '../../domain/git/branch.js'
import { BranchRefused, GitFailed } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { ask, commitOf, failed, registeredIn } from './queries.js'

/** Returns the branch that a name means. One that only a remote has is created, with that as its upstream. */
export const existingBranch = (
  git: Git,
  repository: string,
  name: string,
): Effect.Effect<ExistingBranch, BranchRefused | GitFailed> =>
  Effect.gen(function* () {
    if (!isBranchName(name)) return yield* missing(name)
    const head = yield* commitOf(git, repository, refOfBranch(name))
    if (head === null) return yield* tracked(git, repository, name)
    const user = (yield* registeredIn(git, repository)).find(({ branch }) => branch === name)
    if (user !== undefined)
      return yield* Effect.fail(new BranchRefused('in-use', `${name} is checked out in ${user.path}`))
    return { branch: name, head }
  })

const missing = (name: string) => Effect.fail(new BranchRefused('missing', `there is no branch ${name}`))

/** A branch of a remote. */
interface RemoteBranch {
  /** As in `origin/main`. */
  readonly upstream: string
  readonly branch: string
}

/** Creates a branch for the one of a remote, named with or without the remote. */
const tracked = (git: Git, repository: string, name: string) =>
  Effect.gen(function* () {
    const remotes = (yield* ask(git, repository, 'remote')).split('\n').filter((remote) => remote !== '')
    const candidates = [
      ...remotes.map((remote): RemoteBranch => ({ upstream: `${remote}/${name}`, branch: name })),
      ...remotes
        .filter((remote) => name.startsWith(`${remote}/`))
        .map((remote): RemoteBranch => ({ upstream: name, branch: name.slice(remote.length + 1) })),
    ]
    const found = yield* Effect.filter(candidates, ({ upstream }) =>
      Effect.map(commitOf(git, repository, `refs/remotes/${upstream}`), (commit) => commit !== null),
    )
    const [only] = found
    if (only === undefined) return yield* missing(name)
    if (found.length > 1) {
      const names = found.map(({ upstream }) => upstream).join(', ')
      return yield* Effect.fail(new BranchRefused('ambiguous', `several remotes have ${name}: name one of ${names}`))
    }
    if ((yield* commitOf(git, repository, refOfBranch(only.branch))) !== null)
      return yield* Effect.fail(
        new BranchRefused(
          'ambiguous',
          `the branch ${only.branch} exists: name it to use it instead of ${only.upstream}`,
        ),
      )
    const create = ['branch', '--track', '--', only.branch, `refs/remotes/${only.upstream}`]
    yield* Effect.mapError(git.write(repository, create), failed)
    const head = yield* commitOf(git, repository, refOfBranch(only.branch))
    return head === null ? yield* missing(only.branch) : { branch: only.branch, head }
  })
