import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../commands/ports/clock.js'
import type { ChangedFile } from '../../commands/ports/git-reads.js'
import { DIFF, readDiff } from '../../domain/git/diff.js'
import { isUntracked } from '../../domain/git/selection.js'
import type { ChangedPath, Status } from '../../domain/git/status.js'
import type { Git } from './git.js'
import { lastOfDirectories } from './last-of-directories.js'

const MAX_FILES = 20
/** After this, files have no line counts. */
const COUNT_MS = 3000
/** A file that changed less than this ago may change again without another time or size: git calls that racy. */
const RACY_MS = 2000
/** Attributes and settings change counts too, and are not compared. */
const KEPT_MS = 30_000

interface Counted {
  readonly key: string
  readonly at: number
  readonly files: readonly ChangedFile[]
}

/**
 * Returns a function for the first changed files of a directory, with line counts where the file existed in the last commit under
 * the same name. While nothing changes, they are counted twice a minute.
 */
export const fileCounter = (git: Git, { now }: Pick<Clock, 'now'>) => {
  const last = lastOfDirectories<Counted>()
  return (dir: string, { head, changed }: Status): Effect.Effect<readonly ChangedFile[]> =>
    Effect.suspend(() => {
      const shown = changed.slice(0, MAX_FILES)
      const paths = shown
        .filter((file) => !isUntracked(file) && file.from === null && file.filter === undefined)
        .map(({ path }) => path)
      if (head === null || paths.length === 0) return Effect.succeed(shown.map((file) => withCounts(file, undefined)))
      const [at, known] = [now(), last.get(dir)]
      const stamps = paths.map((path) => stampOf(join(dir, path)))
      const key = JSON.stringify([head, shown, stamps.map((stamp) => stamp?.text ?? null)])
      if (known?.key === key && at - known.at < KEPT_MS) return Effect.succeed(known.files)
      const args = ['diff', ...DIFF, '--no-renames', 'HEAD', '--', ...paths]
      return git.read(dir, args, { timeout: COUNT_MS }).pipe(
        Effect.map((output) => {
          const byPath = new Map(readDiff(output.toString('utf8')).map((file) => [file.path, file]))
          const files = shown.map((file) => withCounts(file, byPath.get(file.path)))
          if (!stamps.some((stamp) => stamp !== null && at - stamp.changedAt < RACY_MS))
            last.set(dir, { key, at, files })
          return files
        }),
        // The counts are worth less than the rest.
        Effect.orElseSucceed(() => shown.map((file) => withCounts(file, undefined))),
      )
    })
}

type Counts = Pick<ChangedFile, 'added' | 'deleted'>

const withCounts = ({ path, status }: ChangedPath, counts: Counts | undefined): ChangedFile => ({
  path,
  status,
  added: counts?.added ?? null,
  deleted: counts?.deleted ?? null,
})

/** Returns what changes with the content of a file; null if nothing is there. */
const stampOf = (path: string): { readonly text: string; readonly changedAt: number } | null => {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return null
  return {
    text: [stat.mtimeNs, stat.ctimeNs, stat.size, stat.ino, stat.mode].join(' '),
    changedAt: Number(stat.ctimeMs),
  }
}
