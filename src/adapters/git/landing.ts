import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitLandingPort, LandPlace } from '../../commands/ports/git-landing.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { branchOfRef, isBranchName, refOfBranch } from '../../domain/git/branch.js'
import { readMergeTrees } from '../../domain/git/merge-tree.js'
import type { RegisteredWorktree } from '../../domain/git/porcelain.js'
import { pushRemote } from '../../domain/git/remote-url.js'
import { hasRemote } from '../../domain/git/repository-settings.js'
import type { Holder } from '../../domain/land/preflight.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { readText } from '../files/regular-file.js'
import { moved } from './commit.js'
import { firstBase } from './compared.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { abort, isMerging, MERGE } from './merge.js'
import { ask, commitOf, directoriesOf, failed, registeredIn } from './queries.js'
import { settle } from './settle.js'
import { refusal } from './write-paths.js'

const MAX_SUBJECTS = 200
const MAX_REF = 4096
const COMMIT_TREE = ['-c', 'i18n.commitEncoding=UTF-8']
/** The author of commits that are only compared: the user may have no name yet. */
const NOBODY = ['-c', 'user.name=preview', '-c', 'user.email=preview@localhost']

const text = (output: Buffer): string => output.toString('utf8').trim()

/** Returns the port for landing branches. */
export const gitLanding = (git: Git): GitLandingPort => {
  const asked = (dir: string, ...args: readonly string[]) => Effect.mapError(ask(git, dir, ...args), refusal)
  const written = (
    dir: string,
    args: readonly string[],
    limits: { readonly input?: string; readonly commits?: true } = {},
  ) => Effect.mapError(git.write(dir, args, limits), (error) => refusal(failed(error)))

  /** Merges pairs of commits without touching a ref or a file. To predict a merge, `read` runs no merge program of the repository. */
  const mergeTrees = (run: Git['read'], dir: string, pairs: readonly (readonly [string, string])[]) =>
    Effect.map(
      run(dir, ['merge-tree', '--stdin', '--name-only', '--no-messages', '-z', '--allow-unrelated-histories'], {
        input: pairs.map(([ours, theirs]) => `${ours} ${theirs}\n`).join(''),
      }),
      (output) => readMergeTrees(output.toString('utf8')),
    )

  /** Returns the tree of a merge without conflicts. */
  const mergedTree = (
    dir: string,
    ours: string,
    theirs: string,
  ): Effect.Effect<string, GitRejection | Rejection<'ECONFLICTS'>> =>
    Effect.gen(function* () {
      const [merged] = yield* Effect.mapError(mergeTrees(git.write, dir, [[ours, theirs]]), (error) =>
        refusal(failed(error)),
      )
      if (merged === undefined)
        return yield* Effect.fail(reject('EGIT', 'git cannot merge without a working directory'))
      const [first] = merged.conflicts
      return first === undefined
        ? merged.tree
        : yield* Effect.fail(reject('ECONFLICTS', `${first} has conflicts with the base`))
    })

  const commitTree = (
    dir: string,
    tree: string,
    parents: readonly string[],
    message: string,
    settings: readonly string[] = [],
  ) =>
    Effect.map(
      written(
        dir,
        [...COMMIT_TREE, ...settings, 'commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
        { input: message, commits: true },
      ),
      text,
    )

  /** Returns how many commits only the first of two has, and how many only the second. */
  const countsOf = (dir: string, left: string, right: string) =>
    Effect.map(
      asked(dir, 'rev-list', '--left-right', '--count', `${left}...${right}`),
      (counts): readonly [number, number] => {
        const [onlyLeft = 0, onlyRight = 0] = counts.split('\t').map(Number)
        return [onlyLeft, onlyRight]
      },
    )

  /** Returns where the work of the lane begins: its base, or where it left the upstream if the base is only behind that. */
  const startOf = (dir: string, base: string, bases: readonly string[]) =>
    Effect.gen(function* () {
      const left = yield* Effect.option(firstBase(git, dir, bases))
      if (left._tag === 'None' || left.value.from === base) return { commit: base, brought: 0 }
      const [onlyBase, brought] = yield* countsOf(dir, base, left.value.from)
      return onlyBase === 0 ? { commit: left.value.from, brought } : { commit: base, brought: 0 }
    })

  return {
    place: (dir, bases) =>
      Effect.gen(function* () {
        const head = yield* commitOf(git, dir, 'HEAD')
        if (head === null) return yield* Effect.fail(reject('ENOBASE', 'the lane has no commit yet'))
        const base = yield* localBase(git, dir, bases)
        const branch = yield* Effect.orElseSucceed(
          ask(git, dir, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
          () => null,
        )
        if (branch === base.name)
          return yield* Effect.fail(reject('ENOBASE', `the lane works on ${base.name} itself: set another base branch`))
        const worktrees = yield* Effect.mapError(registeredIn(git, dir), refusal)
        const start = yield* startOf(dir, base.commit, bases)
        const [behind, ahead] = yield* countsOf(dir, start.commit, head)
        const { own, common, top } = yield* Effect.mapError(directoriesOf(git, dir), refusal)
        const { changed } = yield* Effect.mapError(statusIn(git, top ?? dir), refusal)
        return {
          branch,
          head,
          base,
          start: start.commit,
          ahead,
          behind,
          brought: start.brought,
          uncommitted: changed.length,
          merging: busyIn(own) !== null,
          holder: yield* holderOf(git, common, worktrees, base.name),
          worktrees: worktrees.flatMap(({ path, head: at, bare }) => (bare || at === null ? [] : [{ path, head: at }])),
        } satisfies LandPlace
      }),

    conflicts: (dir, pairs) =>
      pairs.length === 0
        ? Effect.succeed([])
        : mergeTrees(git.read, dir, pairs).pipe(
            Effect.map((merged) => (merged.length < pairs.length ? null : merged.map(({ conflicts }) => conflicts))),
            // An older git knows no such option.
            Effect.orElseSucceed(() => null),
          ),

    previewOf: (dir, base, head) =>
      Effect.flatMap(mergedTree(dir, base, head), (tree) => commitTree(dir, tree, [base, head], 'preview', NOBODY)),

    commitOf: (dir, { how, base, start, head, message }) =>
      Effect.gen(function* () {
        const tree = yield* mergedTree(dir, base, head)
        return yield* commitTree(dir, tree, how === 'merge' ? [base, head] : [start], message)
      }),

    revertOf: (dir, { base, commit, message }) =>
      Effect.gen(function* () {
        const [reverted, before, current] = yield* Effect.all(
          [`${commit}^{tree}`, `${commit}^1^{tree}`, `${base}^{tree}`].map((tree) => asked(dir, 'rev-parse', tree)),
        )
        // To revert is to merge the commit before into the base, as if the reverted one were what both come from.
        const from = yield* commitTree(dir, reverted ?? '', [], message, NOBODY)
        const ours = yield* commitTree(dir, current ?? '', [from], message, NOBODY)
        const theirs = yield* commitTree(dir, before ?? '', [from], message, NOBODY)
        return yield* commitTree(dir, yield* mergedTree(dir, ours, theirs), [base], message)
      }),

    moveBranch: (dir, { branch, from, to, why }) =>
      Effect.asVoid(written(dir, ['update-ref', '-m', why, refOfBranch(branch), to, from])),

    mergeIn: (holder, { head, message }) =>
      Effect.gen(function* () {
        const options = MERGE.map((option) => (option === '--ff' ? '--no-ff' : option))
        const { head: commit } = yield* moved(git, holder, git.hooked(holder, [...options, '-m', message, head])).pipe(
          Effect.tapError(() => Effect.whenEffect(Effect.ignore(abort(git, holder)), isMerging(git, holder))),
        )
        yield* settle(git, holder)
        return commit ?? head
      }),

    forward: (holder, commit) =>
      Effect.zipRight(
        moved(git, holder, git.hooked(holder, ['merge', '--ff-only', '--no-stat', '--no-autostash', commit])),
        settle(git, holder),
      ),

    remoteUrl: (dir) =>
      Effect.gen(function* () {
        const { settings } = yield* directoriesOf(git, dir)
        if (!hasRemote(settings)) return null
        const remotes = (yield* ask(git, dir, 'remote')).split('\n').filter((name) => name !== '')
        const remote = pushRemote(remotes, null)
        return remote === null ? null : yield* ask(git, dir, 'remote', 'get-url', '--push', remote)
      }).pipe(Effect.orElseSucceed(() => null)),

    subjects: (dir, base, head) =>
      ask(
        git,
        dir,
        'log',
        '--reverse',
        `-${MAX_SUBJECTS}`,
        '--format=%s',
        '--no-merges',
        '--no-show-signature',
        `${base}..${head}`,
        '--',
      ).pipe(
        Effect.map((output) => output.split('\n').filter((subject) => subject !== '')),
        Effect.orElseSucceed(() => []),
      ),
  }
}

/** Returns the first base that is a local branch. The name of a branch of a remote means the local one. */
const localBase = (git: Git, dir: string, bases: readonly string[]) =>
  Effect.gen(function* () {
    for (const base of bases) {
      for (const name of [
        base,
        base.replace(/^(?:refs\/)?(?:remotes\/)?origin\//, ''),
        base.replace(/^refs\/heads\//, ''),
      ]) {
        const commit = isBranchName(name) ? yield* commitOf(git, dir, refOfBranch(name)) : null
        if (commit !== null) return { name, commit }
      }
    }
    const [named] = bases
    const what = named === undefined ? 'the lane has no base branch' : `there is no local branch ${named}`
    return yield* Effect.fail(reject('ENOBASE', what))
  })

const BUSY = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'other'],
  ['REVERT_HEAD', 'other'],
  ['BISECT_LOG', 'other'],
] as const

/** Returns what is in progress in a git directory. */
const busyIn = (own: string): Holder['busy'] => BUSY.find(([file]) => existsSync(join(own, file)))?.[1] ?? null

/** Returns the branch that a working directory rebases; it is checked out nowhere then. */
const rebasedIn = (own: string): string | null => {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = readText(join(own, folder, 'head-name'), MAX_REF)
    if (name !== null) return branchOfRef(name.trim())
  }
  return null
}

/** Returns the working directory that has a branch checked out, or rebases it. */
const holderOf = (
  git: Git,
  common: string,
  worktrees: readonly RegisteredWorktree[],
  branch: string,
): Effect.Effect<Holder | null, GitRejection> =>
  Effect.gen(function* () {
    // Where a directory was deleted, nothing could be touched, and git would prune it.
    const present = worktrees.filter(({ bare, prunable }) => !bare && !prunable)
    let found = present.find((one) => one.branch === branch)
    for (const one of present.filter((detached) => found === undefined && detached.branch === null)) {
      const { own } = yield* Effect.mapError(directoriesOf(git, one.path), refusal)
      if (rebasedIn(own) === branch) found = one
    }
    if (found === undefined) return null
    const at = yield* Effect.option(directoriesOf(git, found.path))
    // The list is in the repository, which can name any directory. Only one that belongs to the repository counts.
    if (at._tag === 'None' || at.value.common !== common) return null
    const { own } = at.value
    const { changed } = yield* Effect.mapError(statusIn(git, found.path), refusal)
    const tracked = changed.filter(({ status }) => status !== '??')
    return { path: found.path, changes: tracked.length, busy: busyIn(own) }
  })
