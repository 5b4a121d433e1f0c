import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Merged, Moved } from '../../commands/ports/git-history.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { mergeMessage, type Side } from '../../domain/git/merge.js'
import { GITLINK } from '../../domain/git/status.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { COMMIT, keepingIndex, moved } from './commit.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { ask, commitOf, failed } from './queries.js'
import { ADD, refusal, writePaths } from './write-paths.js'

/** The user's settings of merges do not apply: they change the result, or wait for somebody at a terminal. Only signing does. */
export const MERGE = [
  '-c',
  'merge.conflictStyle=merge',
  '-c',
  'i18n.commitEncoding=UTF-8',
  'merge',
  '--ff',
  '--commit',
  '--no-squash',
  '--no-edit',
  '--no-signoff',
  '--no-log',
  '--no-stat',
  '--cleanup=strip',
  '--no-autostash',
  '--no-rerere-autoupdate',
  '--no-verify-signatures',
]

export const isMerging = (git: Git, dir: string): Effect.Effect<boolean> =>
  Effect.match(git.directories(dir), {
    onFailure: () => false,
    onSuccess: ({ own }) => existsSync(join(own, 'MERGE_HEAD')),
  })

/** Merges a local or a remote-tracking branch. Conflicts are a result. After any other failure, nothing has changed. */
export const merge = (
  git: Git,
  dir: string,
  branch: string,
): Effect.Effect<Merged, GitRejection | Rejection<'ENOBRANCH'>> =>
  Effect.gen(function* () {
    const local = refOfBranch(branch)
    const isLocal = (yield* commitOf(git, dir, local)) !== null
    const ref = isLocal ? local : `refs/remotes/${branch}`
    if (!isLocal && (yield* commitOf(git, dir, ref)) === null)
      return yield* Effect.fail(reject('ENOBRANCH', `there is no branch ${branch}`))
    const current = yield* Effect.orElseSucceed(ask(git, dir, 'symbolic-ref', '--quiet', '--short', 'HEAD'), () => null)
    const message = mergeMessage(branch, !isLocal, current)
    const merging = moved(git, dir, git.hooked(dir, [...optionsOff(current), ...MERGE, '-m', message, ref]))
    return yield* keepingIndex(
      git,
      dir,
      merging.pipe(
        Effect.map((done): Merged => ({ ...done, conflicts: [] })),
        Effect.catchAll((error) => Effect.flatMap(stopped(git, dir), (found) => found ?? Effect.fail(error))),
      ),
    )
  })

/** Returns settings that turn off the merge options of a branch. A key of the command line ends at the first `=`. */
const optionsOff = (current: string | null): readonly string[] =>
  current === null || current.includes('=') ? [] : ['-c', `branch.${current}.mergeOptions=`]

/** Returns the conflicts that a merge stopped at; null if it stopped for another reason, and is aborted. */
const stopped = (git: Git, dir: string) =>
  Effect.gen(function* () {
    if (!(yield* isMerging(git, dir))) return null
    const { changed, head } = yield* Effect.mapError(statusIn(git, dir), refusal)
    const conflicts = changed.filter(({ conflicted }) => conflicted).map(({ path }) => path)
    if (conflicts.length > 0) return Effect.succeed<Merged>({ output: '', head, conflicts })
    yield* abort(git, dir)
    return null
  })

/** Aborts a merge and restores the files from before it. */
export const abort = (git: Git, dir: string): Effect.Effect<Moved, GitRejection> =>
  moved(git, dir, git.write(dir, ['merge', '--abort']))

/** Commits a merge without conflicts. */
export const conclude = (git: Git, dir: string): Effect.Effect<Moved, GitRejection> =>
  keepingIndex(git, dir, moved(git, dir, git.hooked(dir, [...COMMIT, '--no-edit', '--cleanup=strip'])))

const STAGES = { ours: '2', theirs: '3' } as const

/** Resolves a file with conflicts. A side that deleted the file deletes it. */
export const resolve = (git: Git, dir: string, path: string, side: Side): Effect.Effect<void, GitRejection> =>
  Effect.gen(function* () {
    if (side === 'done') return yield* writePaths(git, dir, ADD, [path])
    const entries = yield* Effect.mapError(ask(git, dir, 'ls-files', '--unmerged', '-z', '--', path), refusal)
    const stages = entries.split('\0').map((entry) => entry.split('\t', 1)[0]?.split(' ') ?? [])
    const chosen = stages.find(([, , stage]) => stage === STAGES[side])
    const change = (...args: readonly string[]) =>
      Effect.mapError(git.write(dir, [...args, '--', path]), (error) => refusal(failed(error)))
    if (stages.some(([mode]) => mode === GITLINK)) return yield* resolveSubmodule(git, dir, path, chosen)
    if (chosen === undefined) return yield* Effect.asVoid(change('rm', '--quiet', '--force', '--sparse'))
    yield* change('checkout', '--quiet', `--${side}`)
    yield* writePaths(git, dir, ADD, [path])
  })

/** Puts the commit of a side into the index: git checks out no side of a submodule. Its directory is not touched. */
const resolveSubmodule = (
  git: Git,
  dir: string,
  path: string,
  chosen: readonly string[] | undefined,
): Effect.Effect<void, GitRejection> =>
  Effect.gen(function* () {
    const [mode, id] = chosen ?? []
    const { prefix } = yield* git.directories(dir)
    const entry = mode === undefined ? `0 ${'0'.repeat(40)}\t${prefix}${path}\0` : `${mode} ${id}\t${prefix}${path}\0`
    yield* git.write(dir, ['update-index', '-z', '--index-info'], { input: entry })
  }).pipe(Effect.mapError((error) => refusal(failed(error))))
