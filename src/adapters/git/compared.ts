import * as Effect from 'effect/Effect'
import { isBranchName } from '../../domain/git/branch.js'
import { isRevision } from '../../domain/git/paths.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Git } from './git.js'
import { ask, commitOf } from './queries.js'

/** What two commits, or a commit and the working directory, differ in. */
export interface Compared {
  readonly from: string
  /** Null: the working directory. */
  readonly to: string | null
  readonly baseRef: string | null
  readonly mergeBase: string | null
  /** The commit that is shown. */
  readonly sha: string | null
}

/** Git knows this tree in every repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const WITHOUT = { to: null, baseRef: null, mergeBase: null, sha: null }

/** Compares the working directory with the last commit. */
export const withHead = (head: string | null): Compared => ({ ...WITHOUT, from: head ?? EMPTY_TREE })

/** Compares the last commit with where its branch left the base. */
export const sinceBase = (git: Git, dir: string, base: string | null): Effect.Effect<Compared, Rejection<'ENOBASE'>> =>
  Effect.gen(function* () {
    if (base === null) return yield* Effect.fail(reject('ENOBASE', 'the lane has no base branch'))
    const found = yield* refOf(git, dir, base)
    if (found === null) return yield* Effect.fail(reject('ENOBASE', `there is no branch or commit ${base}`))
    const [mergeBase = null] = yield* commonWith(git, dir, found.commit)
    if (mergeBase === null) return yield* Effect.fail(reject('ENOBASE', `nothing is common with ${base}`))
    return { ...WITHOUT, from: mergeBase, to: 'HEAD', baseRef: found.ref, mergeBase }
  })

/** Returns the last commits that the branch has in common with any of some commits, the best first. */
const commonWith = (git: Git, dir: string, ...commits: readonly string[]) =>
  ask(git, dir, 'merge-base', '--all', 'HEAD', ...commits).pipe(
    Effect.map((output) => output.split('\n').filter((commit) => commit !== '')),
    // None, or a commit that is deleted.
    Effect.orElseSucceed((): readonly string[] => []),
  )

/**
 * Returns where the work of the branch begins: where it left the first base that exists, or the upstream of that base, whichever comes
 * later. A branch that was made from the upstream, or updated from it, has commits that nobody made in it.
 */
export const firstBase = (
  git: Git,
  dir: string,
  bases: readonly string[],
): Effect.Effect<Compared, Rejection<'ENOBASE'>> =>
  Effect.gen(function* () {
    for (const base of bases) {
      const found = yield* refOf(git, dir, base)
      if (found === null) continue
      const [latest, ...others] =
        found.upstream === null ? [] : yield* commonWith(git, dir, found.commit, found.upstream)
      // With commits of both that the other does not have, none comes last.
      const isLatest = latest !== undefined && others.length === 0
      const [mergeBase] = isLatest ? [latest] : yield* commonWith(git, dir, found.commit)
      if (mergeBase !== undefined) return { ...WITHOUT, from: mergeBase, to: 'HEAD', baseRef: found.ref, mergeBase }
    }
    return yield* Effect.fail(
      reject('ENOBASE', bases[0] === undefined ? 'the lane has no base branch' : `there is no branch ${bases[0]}`),
    )
  })

const refOf = (
  git: Git,
  dir: string,
  base: string,
): Effect.Effect<{ readonly ref: string; readonly commit: string; readonly upstream: string | null } | null> =>
  Effect.gen(function* () {
    // A pattern matches a branch of this name first: git sorts local branches before remote ones.
    const patterns = isBranchName(base)
      ? ['heads/', 'remotes/origin/', 'remotes/'].map((kind) => `refs/${kind}${base}`)
      : []
    const refs =
      patterns.length === 0
        ? ''
        : yield* Effect.orElseSucceed(
            ask(git, dir, 'for-each-ref', '--format=%(objectname) %(refname) %(upstream)', ...patterns),
            () => '',
          )
    const exact = refs
      .split('\n')
      .map((line) => line.split(' '))
      .map(([commit = '', ref = '', upstream = '']) => ({ commit, ref, upstream: upstream === '' ? null : upstream }))
      .find(({ ref }) => patterns.includes(ref))
    if (exact !== undefined) return exact
    const commit = yield* commitOf(git, dir, base)
    return commit === null ? null : { ref: base, commit, upstream: null }
  })

/** Compares a commit with its first parent. */
export const ofCommit = (git: Git, dir: string, sha: string | null): Effect.Effect<Compared, Rejection<'EBADREV'>> =>
  Effect.gen(function* () {
    const unknown = reject('EBADREV', `there is no commit ${sha ?? ''}`)
    if (sha === null || !isRevision(sha)) return yield* Effect.fail(unknown)
    const found = yield* Effect.mapError(
      ask(git, dir, 'rev-list', '--parents', '--max-count=1', sha, '--'),
      () => unknown,
    )
    const [commit, parent] = found.split(' ')
    return commit ? { ...WITHOUT, from: parent ?? EMPTY_TREE, to: commit, sha: commit } : yield* Effect.fail(unknown)
  })
