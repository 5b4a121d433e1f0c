import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree, WorktreeFacts } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed } from '../../domain/git/failures.js'
import { readStatus, STATUS } from '../../domain/git/status.js'
import type { Git } from './git.js'
import { ask, baseOf, commitOf, realPath } from './queries.js'

/** Returns what removing or resetting a worktree would discard. Fails rather than guess. */
export const lossOf = (
  git: Git,
  { dir, branch }: LaneWorktree,
  base: string | null,
): Effect.Effect<WorktreeFacts, GitFailed> =>
  Effect.gen(function* () {
    // Without its `.git`, a directory would be read as part of the repository around it.
    const top = yield* ask(git, dir, 'rev-parse', '--show-toplevel')
    if (realPath(top) !== realPath(dir)) return yield* Effect.fail(new GitFailed(`${dir} is not a worktree`))
    const [changes, remotes, head, onBranch] = yield* Effect.all(
      [
        changesIn(git, dir),
        ask(git, dir, 'remote'),
        commitOf(git, dir, 'HEAD'),
        commitOf(git, dir, refOfBranch(branch)),
      ],
      { concurrency: 'unbounded' },
    )
    const hasRemote = remotes !== ''
    const commits = [...new Set([head, onBranch])].filter((commit) => commit !== null)
    const unpushed = yield* unpushedOf(git, dir, commits, hasRemote, base)
    return { ...changes, head, unpushed, hasRemote }
  })

interface Changes {
  readonly dirty: number
  readonly untracked: number
}

/** Counts the changed files, also those in submodules: git's own status would run what their configuration names. */
const changesIn = (git: Git, dir: string): Effect.Effect<Changes, GitFailed> =>
  Effect.gen(function* () {
    const [{ changed }, tracked] = yield* Effect.all(
      [Effect.map(ask(git, dir, ...STATUS), readStatus), ask(git, dir, 'ls-files', '-z', '--stage')],
      { concurrency: 2 },
    )
    const submodules = tracked.split('\0').flatMap((entry) => {
      const path = entry.slice(entry.indexOf('\t') + 1)
      return entry.startsWith(GITLINK) && existsSync(join(dir, path, '.git')) ? [path] : []
    })
    const within = yield* Effect.forEach(submodules, (path) => changesIn(git, join(dir, path)))
    const untracked = changed.filter(({ status }) => status === '??').length
    return within.reduce(
      (sum, more) => ({ dirty: sum.dirty + more.dirty, untracked: sum.untracked + more.untracked }),
      { dirty: changed.length - untracked, untracked },
    )
  })

/** The mode of an index entry that is the commit of a submodule. */
const GITLINK = '160000 '

/** Counts the commits that are on no remote; without remotes those that are not in the base; without a base, all. */
const unpushedOf = (
  git: Git,
  dir: string,
  commits: readonly string[],
  hasRemote: boolean,
  base: string | null,
): Effect.Effect<number, GitFailed> =>
  Effect.gen(function* () {
    if (commits.length === 0) return 0
    const found = hasRemote || base === null ? null : yield* baseOf(git, dir, [base])
    const kept = hasRemote ? ['--not', '--remotes'] : found === null ? [] : ['--not', found.commit]
    const count = Number(yield* ask(git, dir, 'rev-list', '--count', ...commits, ...kept))
    return Number.isSafeInteger(count) ? count : yield* Effect.fail(new GitFailed('git counted no commits'))
  })
