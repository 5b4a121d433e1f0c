import * as Effect from 'effect/Effect'
import { pathsToDiscard, pathsToStage, pathsToUnstage, selectChanged } from '../../domain/git/selection.js'
import type { ChangedPath } from '../../domain/git/status.js'
import { reject } from '../../domain/rejection.js'
import { GitWrites } from '../ports/git-writes.js'
import { action } from './action.js'

/** Returns the changed files that a request names, with the status that they are in. */
const selected = (dir: string, paths: unknown) =>
  Effect.gen(function* () {
    const { head, changed } = yield* (yield* GitWrites).status(dir)
    return { unborn: head === null, changes: yield* selectChanged(changed, paths) }
  })

/** Fails if a file has conflicts: git would silently resolve them. */
const refuseConflicts = (changes: readonly ChangedPath[]) => {
  const conflicted = changes.find((change) => change.conflicted)
  return conflicted === undefined
    ? Effect.void
    : Effect.fail(reject('ECONFLICTS', `${conflicted.path} has conflicts: resolve them first`))
}

/** Puts the content of files into the index. A file with conflicts is resolved by it. */
export const stage = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    const { changes } = yield* selected(dir, input['paths'])
    const writes = yield* GitWrites
    const conflicted = changes.filter((change) => change.conflicted).map(({ path }) => path)
    const [marked] = yield* writes.withMarkers(dir, conflicted)
    if (marked !== undefined) return yield* Effect.fail(reject('EMARKERS', `${marked} contains conflict markers`))
    const paths = pathsToStage(changes)
    yield* writes.stage(dir, paths)
    return { paths }
  }),
)

/** Puts the content of the last commit into the index. Files stay as they are. */
export const unstage = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    const { changes } = yield* selected(dir, input['paths'])
    yield* refuseConflicts(changes)
    const paths = pathsToUnstage(changes)
    yield* (yield* GitWrites).unstage(dir, paths)
    return { paths }
  }),
)

/** Restores files from the last commit and deletes untracked ones. */
export const discard = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    if (input['confirm'] !== true) return yield* Effect.fail(reject('ECONFIRM', 'confirm: must be true'))
    const { changes, unborn } = yield* selected(dir, input['paths'])
    yield* refuseConflicts(changes)
    const submodule = changes.find((change) => change.submodule)
    if (submodule !== undefined)
      return yield* Effect.fail(reject('EGIT', `${submodule.path} is a submodule: check out its commit in it`))
    const paths = pathsToDiscard(changes)
    yield* (yield* GitWrites).discard(dir, { ...paths, unborn })
    return { paths: [...paths.restored, ...paths.deleted] }
  }),
)
