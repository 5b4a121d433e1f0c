import { type BigIntStats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitFailed } from '../../domain/git/failures.js'
import { filterNames } from '../../domain/git/repository-settings.js'
import { type IndexStat, readAttributes, readIndexStats } from '../../domain/git/index-stat.js'
import { type ChangedPath, type Status, withoutWorkChange } from '../../domain/git/status.js'
import type { Git } from './git.js'
import { directoriesOf, failed } from './queries.js'

/** More files with a filter than anybody changes by hand. The others count as changed. */
const MAX_COMPARED = 1000

/**
 * Corrects a status for the filters that the repository itself defines, which reads do not run: without them, git compares what is
 * stored with what lies in the working directory. A file with such a filter counts as changed only if its size, time or inode is
 * not that of the index; it is marked with the name of the filter, because its lines cannot be compared.
 * @param status of a directory, with paths relative to it
 */
export const withoutFilters = (git: Git, dir: string, status: Status): Effect.Effect<Status, GitFailed> =>
  Effect.gen(function* () {
    const names = filterNames((yield* directoriesOf(git, dir)).settings)
    const suspects = status.changed.filter(isTracked).slice(0, MAX_COMPARED)
    if (names.size === 0 || suspects.length === 0) return status
    const input = suspects.map(({ path }) => path).join('\0')
    const attributes = readAttributes(
      (yield* git.read(dir, ['check-attr', '-z', '--stdin', 'filter'], { input })).toString('utf8'),
    )
    const filters = new Map([...attributes].filter(([, name]) => names.has(name)))
    const filtered = suspects.filter(({ path, status: [, tree] }) => tree === 'M' && filters.has(path))
    const paths = filtered.map(({ path }) => path)
    // Paths too long for one command count as changed.
    const stats = yield* paths.length === 0
      ? Effect.succeed(NOTHING_KNOWN)
      : git.read(dir, ['ls-files', '-z', '--debug', '--', ...paths]).pipe(
          Effect.map((output) => readIndexStats(output.toString('utf8'))),
          Effect.orElseSucceed(() => NOTHING_KNOWN),
        )
    const changed = status.changed.flatMap((file): readonly ChangedPath[] => {
      const filter = filters.get(file.path)
      if (filter === undefined || !isTracked(file)) return [file]
      const known = stats.get(file.path)
      const isSame = known !== undefined && isStatOf(known, join(dir, file.path))
      const left = isSame ? withoutWorkChange(file) : file
      return left === null ? [] : [{ ...left, filter }]
    })
    return { ...status, changed }
  }).pipe(Effect.mapError((error) => ('_tag' in error && error._tag === 'GitFailed' ? error : failed(error))))

const NOTHING_KNOWN: ReadonlyMap<string, IndexStat> = new Map()

const isTracked = ({ status, conflicted, submodule, isUnnameable }: ChangedPath): boolean =>
  status !== '??' && !conflicted && !submodule && isUnnameable !== true

const NS = 1_000_000_000n
const BITS_32 = 0xffff_ffffn

const isStatOf = ({ mtimeS, mtimeNs, ino, size }: IndexStat, path: string): boolean => {
  const found: BigIntStats | undefined = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return false
  // Git keeps 32 bits of each number, and may be built without fractions of seconds.
  return (
    (found.size & BITS_32) === size &&
    ((found.mtimeNs / NS) & BITS_32) === mtimeS &&
    (mtimeNs === 0n || found.mtimeNs % NS === mtimeNs) &&
    (found.ino & BITS_32) === ino
  )
}
