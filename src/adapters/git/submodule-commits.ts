import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { GitFailed } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { failed } from './queries.js'

/** A repository that is deleted together with a worktree. */
export interface OwnRepository {
  readonly gitDir: string
  /** The git directory of the same submodule in the main working directory, which may not exist. */
  readonly copy: string | null
}

/** Submodules in submodules: more levels than anyone has. */
const MAX_DEPTH = 20

/** Returns the repositories of submodules that are in the git directory of a worktree, also nested ones. */
export const submoduleRepositories = (own: string, common: string): readonly OwnRepository[] =>
  gitDirsIn(join(own, 'modules'), '').map((name) => ({
    gitDir: join(own, 'modules', name),
    copy: own === common ? null : join(common, 'modules', name),
  }))

/** Returns the git directories below a folder, relative to it. A name of a submodule may contain slashes. */
const gitDirsIn = (root: string, under: string, depth = 0): readonly string[] => {
  if (depth > MAX_DEPTH) return []
  return foldersIn(join(root, under)).flatMap((folder) => {
    const name = join(under, folder)
    return existsSync(join(root, name, 'HEAD'))
      ? [name, ...gitDirsIn(root, join(name, 'modules'), depth + 1)]
      : gitDirsIn(root, name, depth + 1)
  })
}

const foldersIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

/** Counts the commits of a repository that are neither on one of its remotes nor in the copy of the main working directory. */
export const commitsOnlyIn = (git: Git, { gitDir, copy }: OwnRepository): Effect.Effect<number, GitFailed> =>
  Effect.gen(function* () {
    const heads = yield* idsIn(git, gitDir, ['refs/heads', 'refs/stash'])
    if (heads.length === 0) return 0
    const copied = copy === null || !existsSync(copy) ? [] : yield* idsIn(git, copy, ['refs'])
    const known = yield* existingOf(git, gitDir, copied)
    const input = [...heads, ...known.map((id) => `^${id}`)].join('\n')
    const options = ['--count', '--not', '--remotes', '--not', '--stdin']
    const count = Number(yield* inGitDir(git, gitDir, ['--no-replace-objects', 'rev-list', ...options], input))
    return Number.isSafeInteger(count) ? count : yield* Effect.fail(new GitFailed('git counted no commits'))
  })

/** Returns the commits that refs and `HEAD` point to. */
const idsIn = (git: Git, gitDir: string, patterns: readonly string[]): Effect.Effect<readonly string[], GitFailed> =>
  Effect.gen(function* () {
    const refs = yield* inGitDir(git, gitDir, ['for-each-ref', '--format=%(objectname)', ...patterns])
    const head = yield* Effect.orElseSucceed(
      inGitDir(git, gitDir, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}', '--']),
      () => '',
    )
    return [...new Set(`${refs}\n${head}`.split('\n').filter((id) => /^[0-9a-f]{40,64}$/.test(id)))]
  })

const existingOf = (git: Git, gitDir: string, ids: readonly string[]): Effect.Effect<readonly string[], GitFailed> =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.map(inGitDir(git, gitDir, ['cat-file', '--batch-check'], ids.join('\n')), (output) =>
        output.split('\n').flatMap((line) => (line.endsWith(' missing') ? [] : [line.slice(0, line.indexOf(' '))])),
      )

/** Runs a read in a git directory whose working directory may be missing. */
const inGitDir = (git: Git, gitDir: string, args: readonly string[], input = ''): Effect.Effect<string, GitFailed> =>
  git.readIn(gitDir, args, { input }).pipe(
    Effect.map((output) => output.toString('utf8').trimEnd()),
    Effect.mapError(failed),
  )
