import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { ChangedPath } from './status.js'

const bad = (message: string) => Either.left(reject('EBADPATH', `paths: ${message}`, { fields: { field: 'paths' } }))

/**
 * Returns the entries of a status for the paths of a request. A path must be exactly one that the status reports; a file that
 * was only removed from the index has two entries.
 */
export const selectChanged = (
  changed: readonly ChangedPath[],
  paths: unknown,
): Either.Either<readonly ChangedPath[], Rejection<'EBADPATH'>> => {
  if (!Array.isArray(paths) || paths.length === 0) return bad('must be a list of changed files')
  const byPath = new Map<string, readonly ChangedPath[]>()
  for (const change of changed) byPath.set(change.path, [...(byPath.get(change.path) ?? []), change])
  const selected: ChangedPath[] = []
  for (const path of new Set<unknown>(paths)) {
    const entries = typeof path === 'string' ? byPath.get(path) : undefined
    if (entries === undefined) return bad(`${String(path)} has no changes`)
    // Git reports a repository in a repository as an untracked directory.
    if (entries.some((entry) => entry.path.endsWith('/'))) return bad(`${String(path)} is a repository of its own`)
    if (entries.some(({ isUnnameable }) => isUnnameable))
      return bad(`the name of ${String(path)} is not UTF-8: commit all changes, or use git in a terminal`)
    selected.push(...entries)
  }
  return Either.right(selected)
}

export const isUntracked = ({ status }: ChangedPath): boolean => status === '??'

/** Returns whether the working tree differs from the index. */
const isUnstaged = (change: ChangedPath): boolean =>
  isUntracked(change) || change.conflicted || change.status.charAt(1) !== ' '

/** Returns whether the index differs from the last commit. */
export const isStaged = (change: ChangedPath): boolean => !isUntracked(change) && change.status.charAt(0) !== ' '

const isMoved = (letter: string): boolean => letter === 'R'

/** Returns the paths of which the index gets the content of the working tree. */
export const pathsToStage = (selected: readonly ChangedPath[]): readonly string[] => [
  ...new Set(
    selected
      .filter(isUnstaged)
      .flatMap(({ path, from, status }) => (from !== null && isMoved(status.charAt(1)) ? [path, from] : [path])),
  ),
]

/** Returns the paths of which the index gets the content of the last commit: also the earlier path of a renamed file. */
export const pathsToUnstage = (selected: readonly ChangedPath[]): readonly string[] => [
  ...new Set(
    selected
      .filter(isStaged)
      .flatMap(({ path, from, status }) => (from !== null && isMoved(status.charAt(0)) ? [path, from] : [path])),
  ),
]

/** What a discard does: these are restored from the last commit, those are deleted. */
export interface Discarded {
  readonly restored: readonly string[]
  readonly deleted: readonly string[]
}

/** Returns what a discard does. A file that was only removed from the index is restored. */
export const pathsToDiscard = (selected: readonly ChangedPath[]): Discarded => {
  const tracked = selected.filter((change) => !isUntracked(change))
  const restored = new Set(tracked.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))
  const deleted = selected.filter((change) => isUntracked(change) && !restored.has(change.path))
  return { restored: [...restored], deleted: deleted.map(({ path }) => path) }
}
