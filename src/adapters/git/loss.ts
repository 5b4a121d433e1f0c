import { existsSync, lstatSync } from 'node:fs'
import { join, sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { BranchFacts, LaneWorktree, WorktreeFacts } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed, type WorktreeRefused } from '../../domain/git/failures.js'
import { GITLINK, readStatus, STATUS } from '../../domain/git/status.js'
import { withoutFilters } from './filtered.js'
import type { Git } from './git.js'
import { ask, baseOf, directoriesOf, failed, realPath, registeredIn } from './queries.js'
import { registrationsIn } from './registrations.js'
import { commonDirOf, repositoryOf } from './repository.js'
import { verified } from './verify.js'
import { commitsOnlyIn, type OwnRepository, submoduleRepositories } from './submodule-commits.js'

/**
 * Returns what an action on a worktree would discard. Fails rather than guess.
 * @param removes whether the directory is deleted, also with the worktrees that agents made in it
 */
export const lossOf = (
  git: Git,
  worktree: LaneWorktree,
  base: string | null,
  removes: boolean,
): Effect.Effect<WorktreeFacts, WorktreeRefused | GitFailed> =>
  Effect.gen(function* () {
    const { dir, branch, keptHead } = worktree
    yield* verified(git, worktree)
    const [own, remotes, head, onBranch] = yield* Effect.all(
      [workIn(git, dir), ask(git, dir, 'remote'), tipOf(git, dir, 'HEAD'), tipOf(git, dir, refOfBranch(branch))],
      { concurrency: 'unbounded' },
    )
    const inside = removes ? yield* workInside(git, dir) : []
    const trees = [own, ...inside]
    const hasRemote = remotes !== ''
    const commits = [head, onBranch, ...trees.flatMap(({ detached }) => detached)]
    // A branch that stays keeps its commits; a reset takes it back to where it was.
    const kept = keptHead === null ? [] : removes ? present([onBranch]) : [keptHead]
    const unpushed = yield* unpushedOf(git, dir, present(commits), kept, hasRemote, base)
    const repositories = distinct(trees.flatMap(({ repositories: found }) => found))
    const within = yield* Effect.forEach(repositories, (repository) => commitsOnlyIn(git, repository))
    return {
      dirty: sum(trees.map(({ dirty }) => dirty)),
      untracked: sum(trees.map(({ untracked }) => untracked)),
      head,
      unpushed: unpushed + sum(within),
      hasRemote,
    }
  })

/**
 * Returns what removing a lane would discard whose directory is missing or cannot be read: the commits of its branch, and what
 * its repository has of the worktree. Fails rather than guess.
 */
export const branchLossOf = (
  git: Git,
  worktree: LaneWorktree,
  base: string | null,
): Effect.Effect<BranchFacts, GitFailed> =>
  Effect.gen(function* () {
    const repository = yield* repositoryOf(git, worktree)
    const common = repository === null ? null : yield* commonDirOf(git, repository)
    if (repository === null || common === null)
      return yield* Effect.fail(new GitFailed(`git cannot read the repository ${worktree.repository}`))
    const registered = registrationsIn(common).filter((other) => other.worktree === worktree.dir)
    const [remotes, head] = yield* Effect.all(
      [ask(git, repository, 'remote'), tipOf(git, repository, refOfBranch(worktree.branch))],
      { concurrency: 2 },
    )
    // A detached `HEAD` of the worktree is in its registration.
    const heads = yield* Effect.forEach(registered, ({ name }) => tipOf(git, repository, `worktrees/${name}/HEAD`))
    const hasRemote = remotes !== ''
    const kept = worktree.keptHead === null ? [] : present([head])
    const unpushed = yield* unpushedOf(git, repository, present([head, ...heads]), kept, hasRemote, base)
    const repositories = registered.flatMap(({ path }) => submoduleRepositories(path, common))
    const within = yield* Effect.forEach(repositories, (submodule) => commitsOnlyIn(git, submodule))
    return { head, unpushed: unpushed + sum(within), hasRemote }
  })

/** What would be lost with a directory. */
interface Work {
  readonly dirty: number
  readonly untracked: number
  /** The repositories in it and those of its submodules. */
  readonly repositories: readonly OwnRepository[]
  /** A commit that no branch has. */
  readonly detached: readonly string[]
}

/** Returns the work in the worktrees that are inside of a directory, such as those that agents make for sessions. */
const workInside = (git: Git, dir: string): Effect.Effect<readonly Work[], GitFailed> =>
  Effect.gen(function* () {
    const inside = (yield* registeredIn(git, dir)).filter(
      ({ path }) => path.startsWith(realPath(dir) + sep) && existsSync(path),
    )
    return yield* Effect.forEach(inside, ({ path, prunable, branch, head }) =>
      prunable
        ? Effect.fail(new GitFailed(`git cannot read ${path}, which is inside`))
        : Effect.map(workIn(git, path), (work) => ({
            ...work,
            detached: branch === null && head !== null ? [head] : [],
          })),
    )
  })

/** Returns the work in a working directory. */
const workIn = (git: Git, dir: string): Effect.Effect<Work, GitFailed> =>
  Effect.gen(function* () {
    const { dirty, untracked, inner } = yield* changesIn(git, dir)
    const { own, common } = yield* directoriesOf(git, dir)
    // A repository that has its git directory in the working directory.
    const embedded = inner.map((path) => join(path, '.git')).filter(isDirectory)
    const repositories = [...submoduleRepositories(own, common), ...embedded.map((gitDir) => ({ gitDir, copy: null }))]
    return { dirty, untracked, repositories, detached: [] }
  })

const isDirectory = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

interface Changes {
  readonly dirty: number
  readonly untracked: number
  /** The working directories of other repositories in it: submodules, and untracked ones. */
  readonly inner: readonly string[]
}

/** Counts the changed files, also those in submodules: git's own status would run what their configuration names. */
const changesIn = (git: Git, dir: string): Effect.Effect<Changes, GitFailed> =>
  Effect.gen(function* () {
    const [{ changed }, tracked] = yield* Effect.all(
      [
        Effect.flatMap(ask(git, dir, ...STATUS), (output) => withoutFilters(git, dir, readStatus(output))),
        ask(git, dir, 'ls-files', '-z', '--stage'),
      ],
      { concurrency: 2 },
    )
    const submodules = tracked.split('\0').flatMap((entry) => {
      const path = join(dir, entry.slice(entry.indexOf('\t') + 1))
      return entry.startsWith(`${GITLINK} `) && existsSync(join(path, '.git')) ? [path] : []
    })
    const own = [...new Set(submodules)]
    const within = yield* Effect.forEach(own, (path) => changesIn(git, path))
    const untracked = changed.filter(({ status }) => status === '??')
    const nested = untracked.flatMap(({ path }) => (path.endsWith('/') ? [join(dir, path)] : []))
    return within.reduce(
      (all, more) => ({
        dirty: all.dirty + more.dirty,
        untracked: all.untracked + more.untracked,
        inner: [...all.inner, ...more.inner],
      }),
      { dirty: changed.length - untracked.length, untracked: untracked.length, inner: [...own, ...nested] },
    )
  })

/**
 * Counts the commits that are on no remote; without remotes those that are not in the base; without a base, all.
 * @param stays commits that stay with their ancestors, whatever happens
 */
const unpushedOf = (
  git: Git,
  dir: string,
  commits: readonly string[],
  stays: readonly string[],
  hasRemote: boolean,
  base: string | null,
): Effect.Effect<number, GitFailed> =>
  Effect.gen(function* () {
    if (commits.length === 0) return 0
    const found = hasRemote || base === null ? null : yield* baseOf(git, dir, [base])
    const elsewhere = hasRemote ? ['--remotes'] : found === null ? [] : [found.commit]
    const kept = ['--not', ...elsewhere, ...stays]
    const count = Number(yield* ask(git, dir, '--no-replace-objects', 'rev-list', '--count', ...commits, ...kept))
    return Number.isSafeInteger(count) ? count : yield* Effect.fail(new GitFailed('git counted no commits'))
  })

/** Returns what a ref points to; null only if it does not exist. */
const tipOf = (git: Git, dir: string, ref: string): Effect.Effect<string | null, GitFailed> =>
  git.read(dir, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref]).pipe(
    Effect.map((output) => output.toString('utf8').trimEnd()),
    Effect.catchIf(
      (error) => error._tag === 'GitRefused' && error.code === 1,
      () => Effect.succeed(null),
    ),
    Effect.mapError(failed),
  )

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

const present = (commits: readonly (string | null)[]): readonly string[] => [
  ...new Set(commits.filter((commit) => commit !== null)),
]

const distinct = (repositories: readonly OwnRepository[]): readonly OwnRepository[] => [
  ...new Map(repositories.map((repository) => [realPath(repository.gitDir), repository])).values(),
]
