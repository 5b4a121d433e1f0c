import * as Effect from 'effect/Effect'
import * as Option from 'effect/Option'
import type { Change, Changes, ChangesRequest } from '../../commands/ports/git-reads.js'
import { DIFF, type DiffFile, readDiff, readHunks } from '../../domain/git/diff.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { isSecretPath } from '../../domain/git/paths.js'
import { isUntracked } from '../../domain/git/selection.js'
import type { ChangedPath, Status } from '../../domain/git/status.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { type Compared, ofCommit, sinceBase, withHead } from './compared.js'
import { statusIn, statusOfFile } from './facts.js'
import type { Git } from './git.js'
import { type LastOfDirectories, lastOfDirectories } from './last-of-directories.js'
import { failed } from './queries.js'
import { withBlocks } from './staged-blocks.js'
import { readNewFile } from './untracked.js'

const MAX_FILES = 300
const MAX_PATCH = 200 * 1024
const MAX_PATCHES = 1024 * 1024
/** Enough for the list of files and the patches that are returned. */
const MAX_OUTPUT = 8 * 1024 * 1024

type Refused = Rejection<'EBADREV' | 'ENOBASE' | 'ENOFILECHANGE'>

/** A change whose hunks are not parsed yet; a patch of null was cut. */
type Candidate = Omit<Change, 'hunks'> & { readonly patch: string | null }

/** A change that is read only if it is shown: there may be any number of untracked files. */
interface Item {
  readonly path: string
  readonly read: () => Candidate
}

/** Returns a function for the changed files of a range. */
export const changesReader = (git: Git) => {
  const crowded = lastOfDirectories<boolean>()
  return (dir: string, request: ChangesRequest) => changesIn(git, dir, request, crowded)
}

/** @param crowded whether the last reading of the directory found too many changed files to name each */
const changesIn = (
  git: Git,
  dir: string,
  request: ChangesRequest,
  crowded: LastOfDirectories<boolean>,
): Effect.Effect<Changes, GitFailed | Refused> =>
  Effect.gen(function* () {
    const { range, base, path, context } = request
    const withHunks = request.full || path !== null
    const diff = (compared: Compared, paths: readonly string[] | null) =>
      diffOf(git, dir, compared, paths, withHunks ? context : null)
    const ofWork = path === null ? statusIn(git, dir) : statusOfFile(git, dir, path)
    // A diff of everything needs no status first. It fails before the first commit.
    const isEarly = range === 'work' && path === null && crowded.get(dir) === true
    const early = isEarly ? Effect.option(diff(withHead('HEAD'), null)) : Effect.succeedNone
    const [status, all] = yield* Effect.all([range === 'work' ? ofWork : NO_STATUS, early], { concurrency: 2 })
    const compared =
      status === null
        ? yield* range === 'branch' ? sinceBase(git, dir, base) : ofCommit(git, dir, request.sha)
        : withHead(status.head)
    const paths = path === null ? trackedOf(status) : yield* pathsOf(git, dir, compared, path, status?.changed)
    if (status !== null && path === null) crowded.set(dir, paths === null)
    const isClean = status !== null && paths?.length === 0
    const { files, isCut } = isClean ? NOTHING : Option.isSome(all) ? all.value : yield* diff(compared, paths)
    const items = status === null ? files.map(inCommit) : inWork(files, status.changed, dir)
    const chosen = path === null ? items : items.filter((file) => file.path === path)
    if (path !== null && chosen.length === 0) return yield* Effect.fail(noChange(path))
    const listed = chosen.slice(0, MAX_FILES).map(({ read }) => read())
    const { changes, isTruncated } = readWithin(listed, withHunks)
    return {
      range,
      base: range === 'branch' ? base : null,
      baseRef: compared.baseRef,
      mergeBase: compared.mergeBase,
      sha: compared.sha,
      context,
      truncated: isTruncated || isCut || chosen.length > MAX_FILES,
      files: status === null || !withHunks ? changes : yield* withBlocks(git, dir, changes, status.changed),
    }
  })

const NO_STATUS = Effect.succeed(null)
const NOTHING = { files: [], isCut: false }

/** With more paths, git is slower than with none: it compares each of them with each file of the index. */
const MAX_PATHS = 50

/** Returns the paths of the tracked files that a status lists. Null: all files are to be compared. */
const trackedOf = (status: Status | null): readonly string[] | null => {
  if (status === null) return null
  const tracked = status.changed.filter((file) => !isUntracked(file))
  const paths = tracked.flatMap(({ path, from }) => (from === null ? [path] : [from, path]))
  return paths.length > MAX_PATHS ? null : paths
}

export const noChange = (path: string) => reject('ENOFILECHANGE', `${path} has no changes`)

/** Returns the paths to compare for a file: without its earlier one, a renamed file would look new. */
const pathsOf = (
  git: Git,
  dir: string,
  compared: Compared,
  path: string,
  changed: readonly ChangedPath[] | undefined,
): Effect.Effect<readonly string[], GitFailed> =>
  Effect.gen(function* () {
    const known: readonly { readonly path: string; readonly from: string | null }[] =
      changed ?? (yield* diffOf(git, dir, compared, null, null)).files
    const from = known.find((file) => file.path === path)?.from ?? null
    return from === null ? [path] : [from, path]
  })

const diffOf = (
  git: Git,
  dir: string,
  { from, to }: Compared,
  paths: readonly string[] | null,
  context: number | null,
): Effect.Effect<{ readonly files: readonly DiffFile[]; readonly isCut: boolean }, GitFailed> => {
  const patch = context === null ? [] : ['--patch', `--unified=${context}`]
  const args = ['diff', ...DIFF, ...patch, from, ...(to === null ? [] : [to]), '--', ...(paths ?? [])]
  return git.read(dir, args, { maxOutput: MAX_OUTPUT }).pipe(
    Effect.map((output) => ({ output, isCut: false })),
    Effect.catchTag('TooMuchOutput', ({ output }) => Effect.succeed({ output, isCut: true })),
    Effect.map(({ output, isCut }) => ({ files: readDiff(output.toString('utf8'), isCut), isCut })),
    Effect.mapError(failed),
  )
}

const inCommit = ({ path, from, status, added, deleted, patch }: DiffFile): Item => ({
  path,
  read: () => ({ path, from, status, untracked: false, added, deleted, binary: added === null, patch }),
})

/** Joins what the index and the working tree say about each file with how it differs from the last commit. */
const inWork = (files: readonly DiffFile[], changed: readonly ChangedPath[], dir: string): readonly Item[] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  // A file that was only removed from the index is listed twice; the first entry is the tracked one.
  const first = new Map(changed.toReversed().map((file) => [file.path, file]))
  return [...first.values()]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => ({ path: file.path, read: () => changeOf(file, byPath.get(file.path), dir) }))
}

const changeOf = (
  { path, from, status, conflicted, filter }: ChangedPath,
  found: DiffFile | undefined,
  dir: string,
): Candidate => {
  if (status === '??') {
    const flags = { untracked: true, staged: false, unstaged: true, conflicted: false }
    return { path, from, status: '?', ...flags, ...newFile(dir, path) }
  }
  const [index, tree] = status
  const flags = {
    untracked: false,
    staged: !conflicted && index !== ' ',
    unstaged: conflicted || tree !== ' ',
    conflicted,
  }
  if (filter !== undefined) {
    const letter = found?.status ?? (index === ' ' ? tree : index) ?? 'M'
    return { path, from, status: letter, ...flags, added: null, deleted: null, binary: false, filter, patch: '' }
  }
  // Without a difference, it was changed, staged, and changed back.
  const { status: letter, added, deleted, patch } = found ?? { status: 'M', added: 0, deleted: 0, patch: '' }
  return { path, from, status: conflicted ? 'U' : letter, ...flags, added, deleted, binary: added === null, patch }
}

const newFile = (dir: string, path: string): Pick<Candidate, 'added' | 'deleted' | 'binary' | 'patch'> => {
  if (isSecretPath(path)) return { added: null, deleted: 0, binary: false, patch: '' }
  return { ...readNewFile(dir, path), deleted: 0 }
}

/** Returns the changes, if requested with as many hunks as may be returned. */
const readWithin = (
  candidates: readonly Candidate[],
  withHunks: boolean,
): { readonly changes: readonly Change[]; readonly isTruncated: boolean } => {
  let left = MAX_PATCHES
  let isTruncated = false
  const changes = candidates.map((candidate): Change => {
    const { patch, ...change } = candidate
    if (!withHunks || isSecretPath(change.path) || isSecretPath(change.from ?? '')) return { ...change, hunks: [] }
    const { hunks, truncated } = readHunks(patch ?? '', Math.min(MAX_PATCH, left))
    left -= Math.min(patch?.length ?? 0, MAX_PATCH)
    isTruncated ||= truncated || patch === null
    return { ...change, hunks }
  })
  return { changes, isTruncated }
}
