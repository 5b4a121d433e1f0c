import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { GitInput } from './actions.js'
import { isBranchName } from './branch.js'
import type { Branches } from './branches.js'

/** The local branches of a repository, and what is checked out in the directory. */
export type KnownBranches = Pick<Branches, 'current'> & {
  readonly branches: readonly Pick<Branches['branches'][number], 'name' | 'worktree'>[]
}

/** Branches that other people build on. */
const PROTECTED = new Set(['main', 'master', 'development', 'develop'])

/** Reads the name of a branch from a request. */
export const readBranch = ({ branch }: GitInput): Either.Either<string, Rejection<'EBADBRANCH'>> =>
  typeof branch === 'string' && isBranchName(branch)
    ? Either.right(branch)
    : Either.left(reject('EBADBRANCH', 'branch: must be a name that git accepts'))

const found = ({ branches }: KnownBranches, name: string) => branches.find((branch) => branch.name === name)

const missing = (name: string) => Either.left(reject('ENOBRANCH', `there is no branch ${name}`))
const exists = (name: string) => Either.left(reject('EBRANCHEXISTS', `there is already a branch ${name}`))
const busy = (name: string, where: string) => Either.left(reject('EBRANCHBUSY', `${name} is checked out in ${where}`))

/** Returns a new branch, or EBRANCHEXISTS. */
export const branchToCreate = (
  known: KnownBranches,
  name: string,
): Either.Either<string, Rejection<'EBRANCHEXISTS'>> =>
  found(known, name) === undefined ? Either.right(name) : exists(name)

/** Returns the branch to switch to. Rejects with ENOBRANCH, or EBRANCHBUSY if another worktree has it checked out. */
export const branchToSwitchTo = (
  known: KnownBranches,
  name: string,
): Either.Either<string, Rejection<'ENOBRANCH' | 'EBRANCHBUSY'>> => {
  const branch = found(known, name)
  if (branch === undefined) return missing(name)
  return branch.worktree === null || name === known.current ? Either.right(name) : busy(name, branch.worktree)
}

/** Returns the branch to delete. Rejects with EPROTECTED, ENOBRANCH, or EBRANCHBUSY if it is checked out anywhere. */
export const branchToDelete = (
  known: KnownBranches,
  name: string,
): Either.Either<string, Rejection<'ENOBRANCH' | 'EBRANCHBUSY' | 'EPROTECTED'>> => {
  if (PROTECTED.has(name)) return Either.left(reject('EPROTECTED', `${name} is never deleted here`))
  const branch = found(known, name)
  if (branch === undefined) return missing(name)
  return branch.worktree === null ? Either.right(name) : busy(name, branch.worktree)
}
