import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { ChangedText, CommitSeries, GitSeriesPort, MadeCommit } from '../../commands/ports/git-series.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { isSecretPath } from '../../domain/git/paths.js'
import type { ChangedPath } from '../../domain/git/status.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { readBytes } from '../files/regular-file.js'
import { blobId } from './blob-id.js'
import { blobsOf } from './blobs.js'
import { COMMIT, moved } from './commit.js'
import { firstBase } from './compared.js'
import type { GitError } from './errors.js'
import { statusIn } from './facts.js'
import type { Git } from './git.js'
import { keepIndex, type KeptIndex, restoreIndex } from './index-file.js'
import { untilUnlocked } from './locks.js'
import { commitOf, directoriesOf, failed } from './queries.js'
import { settle } from './settle.js'
import { stageEverything } from './status-bytes.js'
import { ADD, refusal, writePaths } from './write-paths.js'

/** Of one file, and of all that are compared. */
const MAX_TEXT = 1024 * 1024
const MAX_TEXTS = 32 * 1024 * 1024
const MAX_FILES = 500

const refused = (error: GitError): GitRejection => refusal(failed(error))
const REGULAR = /^100(?:644|755)$/

/** Returns the port for commits of parts of the changes. */
export const gitSeries = (git: Git): GitSeriesPort => ({
  read: (dir, bases) => read(git, dir, bases),
  commit: (dir, series) => Effect.zipLeft(commitAll(git, dir, series), settle(git, dir)),
})

/** Whether a changed file may be divided by lines. A file that was only removed from the index has two entries. */
const isDividable = (change: ChangedPath, all: readonly ChangedPath[]): boolean =>
  !change.conflicted &&
  !change.submodule &&
  !change.isUnnameable &&
  change.filter === undefined &&
  change.from === null &&
  !change.path.endsWith('/') &&
  !isSecretPath(change.path) &&
  [change.head?.mode, change.index?.mode, change.workMode].every((mode) => mode == null || REGULAR.test(mode)) &&
  all.every((other) => other === change || other.path !== change.path)

const textOf = (bytes: Buffer | null | undefined): string | null =>
  bytes == null || bytes.length > MAX_TEXT || bytes.includes(0) || !isUtf8(bytes) ? null : bytes.toString('utf8')

const workText = (dir: string, path: string): string | null => {
  try {
    return textOf(readBytes(join(dir, path), MAX_TEXT))
  } catch {
    return null
  }
}

const read: (git: Git, dir: string, bases: readonly string[]) => ReturnType<GitSeriesPort['read']> = (
  git,
  dir,
  bases,
) =>
  Effect.gen(function* () {
    const { head, changed } = yield* Effect.mapError(statusIn(git, dir), refusal)
    const dividable = changed.filter((change) => isDividable(change, changed)).slice(0, MAX_FILES)
    const base = yield* Effect.option(firstBase(git, dir, bases))
    const left = base._tag === 'None' ? null : base.value.from
    const atBase = left === null || left === head ? null : yield* blobsSince(git, dir, left)
    const baseId = ({ path, head: blob }: ChangedPath): string | undefined =>
      atBase !== null && atBase.has(path) ? atBase.get(path) : blob?.id
    const ids = dividable.flatMap((change) => [change.head?.id ?? [], baseId(change) ?? []].flat())
    const blobs = yield* Effect.mapError(blobsOf(git, dir, [...new Set(ids)], MAX_TEXTS), refused)
    const contentOf = (id: string | undefined): string | null => textOf(blobs.get(id ?? ''))
    const texts = dividable.flatMap((change): readonly ChangedText[] => {
      const now = workText(dir, change.path)
      const before = contentOf(change.head?.id)
      // What is not text in the last commit cannot be compared with it.
      if (now === null || (change.head !== null && before === null)) return []
      return [{ path: change.path, base: contentOf(baseId(change)), head: before, now }]
    })
    return { head, changed, texts }
  })

const RAW = ['diff', '--raw', '-z', '--relative', '--no-renames', '--no-abbrev', '--no-ext-diff', '--no-textconv']
const ENTRY = /^:\d+ \d+ (\w+) \w+ \w/
const NO_BLOB = /^0+$/

/** Returns the ids that changed files have in a commit; undefined for those that it does not have. */
const blobsSince = (
  git: Git,
  dir: string,
  commit: string,
): Effect.Effect<ReadonlyMap<string, string | undefined>, GitRejection> =>
  git.read(dir, [...RAW, '--ignore-submodules=dirty', commit, '--']).pipe(
    Effect.map((output) => {
      const parts = output.toString('utf8').split('\0')
      const found = new Map<string, string | undefined>()
      for (let at = 0; at + 1 < parts.length; at += 2) {
        const [, id = ''] = ENTRY.exec(parts[at] ?? '') ?? []
        found.set(parts[at + 1] ?? '', NO_BLOB.test(id) || id === '' ? undefined : id)
      }
      return found
    }),
    Effect.mapError(refused),
  )

const commitAll = (
  git: Git,
  dir: string,
  { head, paths, read: texts, steps, rest }: CommitSeries,
): Effect.Effect<readonly MadeCommit[], GitRejection | Rejection<'ESTALE'>> =>
  Effect.gen(function* () {
    const { own, prefix } = yield* Effect.mapError(directoriesOf(git, dir), refusal)
    const before = keepIndex(own)
    const made: MadeCommit[] = []
    const last = (): string | null => made.at(-1)?.commit ?? head
    const write = (args: readonly string[], input?: string) =>
      Effect.mapError(git.write(dir, args, input === undefined ? {} : { input }), refused)

    /** Hooks take time, in which an agent may commit. The next commit of the series would revert its work. */
    const need = (head: string | null) =>
      head === last()
        ? Effect.void
        : Effect.fail(
            reject('ESTALE', 'another commit was made meanwhile', {
              fields: { expected: { head: last() }, current: { head } },
            }),
          )
    /** Commits the index. */
    const commit = (message: string) =>
      Effect.gen(function* () {
        yield* need(yield* commitOf(git, dir, 'HEAD'))
        const command = git.hooked(dir, [...COMMIT, '--cleanup=whitespace', '--file=-'], { input: message })
        const { head: commitId } = yield* moved(git, dir, command)
        yield* need(yield* commitOf(git, dir, `${commitId}^`))
        made.push({ commit: commitId ?? '', message })
      })

    const work = Effect.gen(function* () {
      yield* paths === 'all' ? stageEverything(git, dir) : writePaths(git, dir, ADD, paths)
      const whole = keepIndex(own)
      const { changed } = yield* Effect.mapError(statusIn(git, dir), refusal)
      const modes = modesOf(changed, texts)
      yield* write(['read-tree', ...(head === null ? ['--empty'] : [head])])
      for (const { message, files } of steps) {
        const entries: string[] = []
        for (const { path, content } of files) {
          const mode = modes.get(path)
          if (mode === undefined) continue
          const id = (yield* write(['hash-object', '-w', '--stdin'], content)).toString('latin1').trim()
          entries.push(`${mode} ${id}\t${prefix}${path}\0`)
        }
        if (entries.length === 0) continue
        yield* write(['update-index', '--replace', '-z', '--index-info'], entries.join(''))
        yield* commit(message)
      }
      yield* putBack(whole)
      if (yield* hasStaged(git, dir)) yield* commit(rest)
      return made
    })

    /** Takes the commits back, unless another one follows them. Their content is in the files. */
    const undo = Effect.gen(function* () {
      const now = yield* commitOf(git, dir, 'HEAD')
      if (now !== last()) return yield* Effect.ignore(write(['read-tree', 'HEAD']))
      if (now !== head)
        yield* Effect.ignore(
          write(
            head === null
              ? ['update-ref', '-d', 'HEAD', now ?? '']
              : ['update-ref', '-m', 'reset: commits by turn', 'HEAD', head, now ?? ''],
          ),
        )
      yield* untilUnlocked(() => restoreIndex(before))
    })
    return yield* Effect.tapError(work, () => undo)
  })

/** Returns the modes of the files of which the index has what was read. */
const modesOf = (
  changed: readonly ChangedPath[],
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> =>
  new Map(
    changed.flatMap(({ path, index }) => {
      const text = texts.get(path)
      const isSame = text !== undefined && index?.id === blobId(Buffer.from(text), index?.id.length)
      return isSame ? [[path, index?.mode]] : []
    }),
  )

const putBack = (index: KeptIndex): Effect.Effect<void, GitRejection> =>
  Effect.flatMap(
    untilUnlocked(() => restoreIndex(index)),
    (isDone) => (isDone ? Effect.void : Effect.fail(reject('EGIT', 'another program uses the index'))),
  )

/** Whether the index differs from the last commit. */
const hasStaged = (git: Git, dir: string): Effect.Effect<boolean, GitRejection> =>
  Effect.map(Effect.mapError(statusIn(git, dir), refusal), ({ changed }) =>
    changed.some(({ status }) => status !== '??' && status.charAt(0) !== ' '),
  )
