import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Repository } from '../../commands/ports/worktrees.js'
import { BRANCH_FORMAT, type Branches, readBranches } from '../../domain/git/branches.js'
import { type GitFailed, RepositoryRefused } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { ask, commitOf, realPath, registeredIn } from './queries.js'

/** Returns the repository that a path is in, if worktrees can be added to it. */
export const inspect = (git: Git, path: string): Effect.Effect<Repository, RepositoryRefused> =>
  Effect.gen(function* () {
    if (!isDirectory(path)) return yield* Effect.fail(new RepositoryRefused('missing', `${path} is not a directory`))
    const answer = yield* Effect.mapError(
      ask(git, path, 'rev-parse', '--path-format=absolute', '--is-bare-repository', '--git-common-dir'),
      (error) => refusal(path, error),
    )
    const [isBare, common = ''] = answer.split(/\n(.*)/s)
    const commonDir = realPath(common)
    if (!(yield* hasCommits(git, path)))
      return yield* Effect.fail(new RepositoryRefused('empty', 'the repository has no commits'))
    const named = isBare === 'true' ? null : yield* topOf(git, path)
    const main = (yield* mainOf(git, commonDir)) ?? ((yield* isMain(git, path)) ? named : null)
    return {
      path: main ?? commonDir,
      commonDir,
      workingDir: main ?? named,
      defaultBases: yield* defaultBases(git, path),
    }
  })

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Missing, below a file, or in a loop of links.
    return false
  }
}

const refusal = (path: string, { message }: GitFailed): RepositoryRefused => {
  if (/dubious ownership/.test(message)) return new RepositoryRefused('foreign-owner', message)
  // Inside a repository, git names the directory that it found.
  if (/not a git repository \(or any/.test(message))
    return new RepositoryRefused('not-a-repository', `${path} is not in a git repository`)
  return new RepositoryRefused('broken', message)
}

const hasCommits = (git: Git, path: string): Effect.Effect<boolean, RepositoryRefused> =>
  Effect.gen(function* () {
    const refs = yield* Effect.mapError(ask(git, path, 'for-each-ref', '--count=1'), (error) => refusal(path, error))
    return refs !== '' || (yield* commitOf(git, path, 'HEAD')) !== null
  })

/** Returns the main working directory of a repository; null for a bare one, and where only linked worktrees know their place. */
const mainOf = (git: Git, commonDir: string): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    const setting = (type: string, name: string) =>
      Effect.orElseSucceed(
        // As the main worktree reads it: with `config.worktree`, and also where the working directory is missing.
        Effect.map(git.readIn(commonDir, ['config', `--type=${type}`, '--get', name]), (output) =>
          output.toString('utf8').replace(/\n$/, ''),
        ),
        () => null,
      )
    if ((yield* setting('bool', 'core.bare')) === 'true') return null
    // That of a submodule is not next to its git directory.
    const configured = yield* setting('path', 'core.worktree')
    if (configured === null) return basename(commonDir) === '.git' ? dirname(commonDir) : null
    const main = resolve(commonDir, configured)
    return isDirectory(main) ? realPath(main) : null
  })

/** Whether a path is in the main working directory, whose git directory is also that of all worktrees. */
const isMain = (git: Git, path: string): Effect.Effect<boolean> =>
  Effect.match(git.directories(path), { onFailure: () => false, onSuccess: ({ own, common }) => own === common })

const topOf = (git: Git, path: string): Effect.Effect<string, RepositoryRefused> =>
  Effect.mapError(ask(git, path, 'rev-parse', '--show-toplevel'), (error) => refusal(path, error))

const ORIGIN = 'refs/remotes/origin/'

/** Returns what a branch starts from: what is checked out, the default of the remote, that of the user, `master`, the commit. */
const defaultBases = (git: Git, path: string): Effect.Effect<readonly string[]> =>
  Effect.gen(function* () {
    const orNull = (...args: readonly string[]) => Effect.orElseSucceed(ask(git, path, ...args), () => null)
    const [current, ofRemote, ofUser, head] = yield* Effect.all(
      [
        orNull('symbolic-ref', '--quiet', '--short', 'HEAD'),
        orNull('symbolic-ref', '--quiet', `${ORIGIN}HEAD`),
        orNull('config', '--get', 'init.defaultBranch'),
        commitOf(git, path, 'HEAD'),
      ],
      { concurrency: 'unbounded' },
    )
    const remote = ofRemote?.startsWith(ORIGIN) === true ? ofRemote.slice(ORIGIN.length) : null
    // The commit instead of `HEAD`, which means another commit in the lane.
    return [current, remote, ofUser, 'master', head].flatMap((base) => base ?? [])
  })

/** More branches than anyone picks from a list. */
const MAX_BRANCHES = 1000

/** Returns the branches of the repository that a path is in; null when git can read none there. */
export const branches = (git: Git, path: string): Effect.Effect<Branches | null> =>
  Effect.gen(function* () {
    const [refs, worktrees] = yield* Effect.all(
      [
        ask(
          git,
          path,
          'for-each-ref',
          `--count=${MAX_BRANCHES}`,
          '--sort=-committerdate',
          `--format=${BRANCH_FORMAT}`,
          'refs/heads',
        ),
        registeredIn(git, path),
      ],
      { concurrency: 2 },
    )
    const found = readBranches(refs)
    return { branches: found, current: found.find(({ current }) => current)?.name ?? null, worktrees }
  }).pipe(Effect.orElseSucceed(() => null))
