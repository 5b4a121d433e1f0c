import * as Effect from 'effect/Effect'
import type { ChangedPath } from '../../domain/git/status.js'
import { reject } from '../../domain/rejection.js'
import { GitHistory } from '../ports/git-history.js'

/** Fails unless the user confirmed an action that discards work. */
export const needConfirm = (confirm: unknown) =>
  confirm === true ? Effect.void : Effect.fail(reject('ECONFIRM', 'confirm: must be true'))

/** Fails if a file has conflicts: git would silently resolve them. */
export const refuseConflicts = (changes: readonly ChangedPath[]) => {
  const conflicted = changes.find((change) => change.conflicted)
  return conflicted === undefined
    ? Effect.void
    : Effect.fail(reject('ECONFLICTS', `${conflicted.path} has conflicts: resolve them first`))
}

/** Fails while a merge is in progress. */
export const refuseMerge = (dir: string) =>
  Effect.gen(function* () {
    if (yield* (yield* GitHistory).isMerging(dir)) yield* Effect.fail(reject('EMERGING', 'a merge is in progress'))
  })

/** Fails if tracked files have changes, which another commit could overwrite. */
export const refuseChanges = (dir: string) =>
  Effect.gen(function* () {
    if ((yield* (yield* GitHistory).trackedChanges(dir)).length > 0)
      yield* Effect.fail(reject('EDIRTY', 'tracked files have changes: commit or discard them first'))
  })
