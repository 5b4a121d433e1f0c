import * as Effect from 'effect/Effect'
import type { BranchRefused, GitFailed } from '../../domain/git/failures.js'
import { reject } from '../../domain/rejection.js'
import { GitRemotes, type Logins } from '../ports/git-remotes.js'
import { type Repository, Worktrees } from '../ports/worktrees.js'

const CODES = { missing: 'ENOBRANCH', ambiguous: 'EBADBRANCH', 'in-use': 'EBRANCHBUSY' } as const

const refusalOf = (error: BranchRefused | GitFailed) =>
  error._tag === 'GitFailed'
    ? reject('EGIT', error.message)
    : reject(CODES[error.reason], error.message, { fields: { field: 'existingBranch' } })

/**
 * Returns the branch that a name means. The remotes are asked for one that the repository does not know. Rejects with ENOBRANCH,
 * EBADBRANCH if the name could mean several, EBRANCHBUSY if a working directory has it checked out.
 */
export const existingBranchOf = (repository: Repository, name: string, logins: Logins) =>
  Effect.gen(function* () {
    const worktrees = yield* Worktrees
    const find = worktrees.existing(repository, name)
    return yield* Effect.catchIf(
      find,
      (error) => error._tag === 'BranchRefused' && error.reason === 'missing',
      (missing) =>
        Effect.gen(function* () {
          const remotes = yield* GitRemotes
          const { fetched } = yield* Effect.orElseSucceed(remotes.facts(repository.path), () => ({ fetched: [] }))
          if (fetched.length === 0) return yield* Effect.fail(missing)
          yield* Effect.mapError(remotes.fetch(repository.path, fetched, logins), () => missing)
          return yield* find
        }),
    )
  }).pipe(Effect.mapError(refusalOf))
