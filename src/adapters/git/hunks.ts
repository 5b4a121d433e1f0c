import { closeSync, lstatSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { FoundHunks, GitHunksPort } from '../../commands/ports/git-hunks.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { DIFF, readDiff, readHunks } from '../../domain/git/diff.js'
import { type Lines, splitLines } from '../../domain/git/line-edits.js'
import { type ChangedPath, SYMLINK } from '../../domain/git/status.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { inDirectory } from '../files/directory-handle.js'
import { bytesOf, openRegular } from '../files/regular-file.js'
import { replaceFileIf, replaceLinkIf } from '../files/replace-file.js'
import { binaryPatch } from './binary-patch.js'
import { blobsOf } from './blobs.js'
import { withHead } from './compared.js'
import { exists, isBlocked } from './discard-paths.js'
import type { GitError } from './errors.js'
import { statusOfFile } from './facts.js'
import type { Git } from './git.js'
import { failed } from './queries.js'
import { refusal, writePaths } from './write-paths.js'

/** Nobody stages parts of a larger file. */
const MAX_BYTES = 32 * 1024 * 1024

const refused = (error: GitError): GitRejection => refusal(failed(error))

/** Returns the port for parts of files. */
export const gitHunks = (git: Git): GitHunksPort => ({
  find: (dir, path, context) => find(git, dir, path, context),
  putInIndex: (dir, change, after) => putInIndex(git, dir, change, after),
  readWork: (dir, change) => Effect.suspend(() => orRefused(readWork(dir, change))),
  putInWork: (dir, change, content) => Effect.suspend(() => orRefused(putInWork(dir, change, content))),
  deleteNew: (dir, path) =>
    Effect.suspend(() => {
      const removed = inPlace(dir, path, (same) => rmSync(same, { force: true }))
      return isRefused(removed) ? Effect.fail(removed) : Effect.void
    }),
  restoreDeleted: (dir, path) =>
    exists(join(dir, path)) || isBlocked(dir, path)
      ? Effect.fail(reject('EGIT', `${path} cannot be restored: another file or directory is in its place`))
      : writePaths(git, dir, ['restore', '--quiet', '--source=HEAD', '--worktree'], [path]),
})

const orRefused = <A>(result: A | GitRejection): Effect.Effect<A, GitRejection> =>
  isRefused(result) ? Effect.fail(result) : Effect.succeed(result)

const isRefused = <A>(result: A | GitRejection): result is GitRejection =>
  typeof result === 'object' && result !== null && '_tag' in result

const find = (
  git: Git,
  dir: string,
  path: string,
  context: number,
): Effect.Effect<FoundHunks, GitRejection | Rejection<'ECONFLICTS' | 'EHUNKGONE' | 'EUNTRACKED'>> =>
  Effect.gen(function* () {
    const status = yield* Effect.mapError(statusOfFile(git, dir, path), refusal)
    const change = status.changed.find((one) => one.path === path)
    if (change === undefined) return yield* Effect.fail(reject('EHUNKGONE', `${path} has no changes`))
    if (change.status === '??')
      return yield* Effect.fail(reject('EUNTRACKED', `${path} is untracked: stage or discard the file`))
    if (change.conflicted) return yield* Effect.fail(reject('ECONFLICTS', `${path} has conflicts: resolve them first`))
    if (change.submodule) return yield* Effect.fail(reject('EGIT', `${path} is a submodule: stage the whole of it`))
    const { from } = withHead(status.head === null ? null : 'HEAD')
    const paths = change.from === null ? [path] : [change.from, path]
    const args = ['diff', ...DIFF, '--patch', `--unified=${context}`, from, '--', ...paths]
    // As a write, so that filters run: what is staged is what `git add` would stage.
    const [output, blobs] = yield* Effect.all(
      [
        git.write(dir, args, { maxOutput: MAX_BYTES }),
        blobsOf(git, dir, [...new Set([change.head, change.index].flatMap((blob) => blob?.id ?? []))], 2 * MAX_BYTES),
      ],
      { concurrency: 2 },
    ).pipe(Effect.mapError(refused))
    const files = readDiff(output.toString('latin1'))
    const file = files.length === 1 ? files[0] : undefined
    const isMixed = change.from !== null && change.status.startsWith(' ')
    if (file?.status === 'T' || isMixed || files.length > 1)
      return yield* Effect.fail(reject('EGIT', `${path} changed its type or its name: stage the file`))
    const linesOf = (id: string | undefined): Lines => splitLines(blobs.get(id ?? '')?.toString('latin1') ?? '')
    return {
      change,
      head: linesOf(change.head?.id),
      index: change.index === null ? null : linesOf(change.index.id),
      hunks: readHunks(file?.patch ?? '', MAX_BYTES).hunks,
      is: file?.status === 'A' ? 'new' : file?.status === 'D' ? 'deleted' : 'changed',
    }
  })

const putInIndex = (
  git: Git,
  dir: string,
  change: ChangedPath,
  after: Lines | null,
): Effect.Effect<void, GitRejection> =>
  Effect.gen(function* () {
    const { prefix, top } = yield* Effect.mapError(git.directories(dir), refused)
    const { head, index, workMode } = change
    const mode = index?.mode ?? head?.mode ?? workMode ?? REGULAR
    const bytes = after === null ? null : Buffer.from(after.join(''), 'latin1')
    if (bytes === null && index === null) return
    const input = binaryPatch({
      path: prefix + change.path,
      before: index,
      after: bytes === null ? null : { mode, bytes },
    })
    // Names in a patch are relative to the top.
    const apply = git.write(top ?? dir, ['apply', '--cached', '--whitespace=nowarn', '-'], { input })
    yield* Effect.mapError(apply, refused)
  })

const REGULAR = '100644'

const isLink = ({ workMode }: ChangedPath): boolean => workMode === SYMLINK

/** Runs work on a path whose directory stays the same one, whatever it is replaced by meanwhile. */
const inPlace = <A>(dir: string, path: string, work: (same: string) => A): A | GitRejection => {
  const done = inDirectory(dirname(join(dir, path)), (directory) => ({ is: work(join(directory, basename(path))) }))
  return done === null ? reject('EGIT', `${path} is behind a symbolic link`) : done.is
}

const readWork = (dir: string, change: ChangedPath): Lines | GitRejection =>
  inPlace(dir, change.path, (path) => readWorkAt(path, change))

const readWorkAt = (path: string, change: ChangedPath): Lines | GitRejection => {
  try {
    if (isLink(change)) return splitLines(readlinkSync(path, 'latin1'))
  } catch {
    return reject('EGIT', `${change.path} cannot be read`)
  }
  const opened = openRegular(path)
  if (opened === null) return reject('EGIT', `${change.path} cannot be read`)
  try {
    if (opened.stats.size > MAX_BYTES) return reject('EGIT', `${change.path} is too large to be changed in parts`)
    return splitLines(bytesOf(opened.fd, opened.stats.size).toString('latin1'))
  } finally {
    closeSync(opened.fd)
  }
}

const putInWork = (
  dir: string,
  change: ChangedPath,
  { before, after }: { readonly before: Lines; readonly after: Lines },
): undefined | GitRejection => inPlace(dir, change.path, (path) => putInWorkAt(path, change, { before, after }))

const putInWorkAt = (
  path: string,
  change: ChangedPath,
  { before, after }: { readonly before: Lines; readonly after: Lines },
): undefined | GitRejection => {
  const isUnchanged = (): boolean => {
    const now = readWorkAt(path, change)
    return !isRefused(now) && now.join('') === before.join('')
  }
  const bytes = Buffer.from(after.join(''), 'latin1')
  try {
    const isDone = isLink(change)
      ? replaceLinkIf(path, bytes, isUnchanged)
      : replaceFileIf(path, bytes, modeOf(path), isUnchanged)
    return isDone ? undefined : reject('EGIT', `${change.path} was changed meanwhile`)
  } catch (error) {
    return reject(
      'EGIT',
      `${change.path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`,
    )
  }
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o7777
