import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitReviewPort, Reviewed } from '../../commands/ports/git-review.js'
import { DIFF, readDiff, readHunks } from '../../domain/git/diff.js'
import { isSecretPath } from '../../domain/git/paths.js'
import { isUntracked } from '../../domain/git/selection.js'
import type { ReviewedFile } from '../../domain/review/blocks.js'
import { readBytes } from '../files/regular-file.js'
import { noChange } from './changes.js'
import { firstBase } from './compared.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { commitOf, failed } from './queries.js'
import { readNewFile } from './untracked.js'
import { refusal } from './write-paths.js'

const MAX_OUTPUT = 8 * 1024 * 1024
const MAX_FILES = 3000
/** A larger text is one block: its lines would leave no room for those of other files. */
const BIG = ['-c', 'core.bigFileThreshold=2m']
/** Unchanged lines around changes. */
const CONTEXT = 3
/** Of one file: a larger one is one block. */
const MAX_PATCH = 1024 * 1024
/** Of one file whose lines are compared. */
const MAX_TEXT = 2 * 1024 * 1024
/** A larger binary file is identified by its size and its time. */
const MAX_BINARY = 32 * 1024 * 1024

/** Returns the port for what lanes changed. */
export const gitReview = (git: Git): GitReviewPort => ({
  changes: (dir, bases) =>
    Effect.gen(function* () {
      const { from: mergeBase, baseRef } = yield* firstBase(git, dir, bases)
      const head = (yield* commitOf(git, dir, 'HEAD')) ?? mergeBase
      const args = [...BIG, 'diff', ...DIFF, '--patch', '--unified=0', mergeBase, '--']
      const [{ output, isCut }, status] = yield* Effect.all(
        [
          git.read(dir, args, { maxOutput: MAX_OUTPUT }).pipe(
            Effect.map((read) => ({ output: read, isCut: false })),
            Effect.catchTag('TooMuchOutput', (error) => Effect.succeed({ output: error.output, isCut: true })),
            Effect.mapError((error) => refusal(failed(error))),
          ),
          Effect.mapError(statusIn(git, dir), refusal),
        ],
        { concurrency: 2 },
      )
      const tracked = readDiff(bytesOf(output), isCut)
        .map(named)
        .map(({ path, from, status: letter, added, patch }): ReviewedFile => {
          const { hunks, truncated } = readHunks(patch ?? '', MAX_PATCH)
          const isWhole = patch !== null && !truncated && added !== null && !isSecretPath(path)
          return isWhole && hunks.length > 0
            ? { path, from, status: letter, hunks, content: null }
            : { path, from, status: letter, hunks: [], content: contentOf(dir, path) }
        })
      const untracked = status.changed.filter(isUntracked).map(({ path }): ReviewedFile => {
        const { patch, binary } = isSecretPath(path) ? { patch: null, binary: false } : readNewFile(dir, path, 'latin1')
        const { hunks, truncated } = readHunks(patch ?? '', MAX_PATCH)
        const isWhole = patch !== null && !binary && !truncated
        return isWhole && hunks.length > 0
          ? { path, from: null, status: '?', hunks, content: null }
          : { path, from: null, status: '?', hunks: [], content: contentOf(dir, path) }
      })
      const files = [...tracked, ...untracked]
      return {
        base: { ref: baseRef ?? '', mergeBase },
        head,
        files: files.slice(0, MAX_FILES),
        truncated: isCut || files.length > MAX_FILES,
      } satisfies Reviewed
    }),
  texts: (dir, bases, path) =>
    Effect.gen(function* () {
      const { from: mergeBase } = yield* firstBase(git, dir, bases)
      if (isSecretPath(path)) return { before: null, now: null, changedAt: null }
      // It fails if the file is not there, or too large.
      const before = yield* Effect.option(
        git.read(dir, ['cat-file', 'blob', `${mergeBase}:${path}`], { maxOutput: MAX_TEXT }),
      )
      return {
        before: before._tag === 'Some' ? textIn(before.value) : null,
        now: textIn(yield* Effect.sync(() => readRegular(dir, path))),
        changedAt: yield* Effect.sync(() => changedAt(dir, path)),
      }
    }),
  file: (dir, bases, path) =>
    Effect.gen(function* () {
      const { from: mergeBase } = yield* firstBase(git, dir, bases)
      const changed = yield* Effect.mapError(statusIn(git, dir, [path]), refusal)
      const isNew = changed.changed.some((one) => one.path === path && isUntracked(one))
      if (isNew) {
        const { patch, binary } = isSecretPath(path) ? { patch: '', binary: false } : readNewFile(dir, path)
        const read = readHunks(patch ?? '', MAX_PATCH)
        const truncated = patch === null || read.truncated
        return { path, from: null, status: '?', binary, truncated, hunks: read.hunks }
      }
      const diff = (patch: readonly string[], paths: readonly string[]) =>
        git.read(dir, [...BIG, 'diff', ...DIFF, ...patch, mergeBase, '--', ...paths], { maxOutput: MAX_OUTPUT }).pipe(
          Effect.map((output) => ({ output, isCut: false })),
          Effect.catchTag('TooMuchOutput', ({ output }) => Effect.succeed({ output, isCut: true })),
          Effect.map(({ output, isCut }) => readDiff(output.toString('utf8'), isCut)),
          Effect.mapError((error) => refusal(failed(error))),
        )
      // Without its earlier path, a renamed file would look new. Renames are only found among all files.
      const found = (yield* diff([], [])).find((one) => one.path === path)
      if (found === undefined) return yield* Effect.fail(noChange(path))
      const { from, status } = found
      const paths = from === null ? [path] : [from, path]
      const one = (yield* diff(['--patch', `--unified=${CONTEXT}`], paths)).find((file) => file.path === path)
      const isSecret = isSecretPath(path) || isSecretPath(from ?? '')
      const read = readHunks(isSecret ? '' : (one?.patch ?? ''), MAX_PATCH)
      const truncated = one === undefined || one.patch === null || read.truncated
      return { path, from, status, binary: one?.added === null, truncated, hunks: read.hunks }
    }),
})

/** Returns a diff as bytes, one for each character: text in another encoding must not look unchanged. */
const bytesOf = (output: Buffer): string => output.toString('latin1')

/** Returns a file of such a diff with its names as text. */
const named = <F extends { readonly path: string; readonly from: string | null }>({ path, from, ...file }: F) => ({
  ...file,
  path: textOf(path),
  from: from === null ? null : textOf(from),
})

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

const readRegular = (dir: string, path: string): Buffer | null => {
  try {
    return readBytes(join(dir, path), MAX_TEXT)
  } catch {
    return null
  }
}

/** Returns when the content of a file was last written; null if it is not there. */
const changedAt = (dir: string, path: string): number | null =>
  lstatSync(join(dir, path), { throwIfNoEntry: false })?.mtimeMs ?? null

/** Returns the text of a file; null if it is not text. */
const textIn = (bytes: Buffer | null): string | null =>
  bytes === null || bytes.includes(0) ? null : bytes.toString('utf8')

/** Returns what identifies the content of a file; empty if the file is missing. */
const contentOf = (dir: string, path: string): string => {
  try {
    const { size, mtimeMs, mode } = lstatSync(join(dir, path))
    const bytes = size > MAX_BINARY ? null : readBytes(join(dir, path), MAX_BINARY)
    return bytes === null ? `${mode} ${size} ${mtimeMs}` : `${mode} ${createHash('sha256').update(bytes).digest('hex')}`
  } catch {
    return ''
  }
}
