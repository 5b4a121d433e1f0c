import * as Effect from 'effect/Effect'
import { readKeptId } from '../../domain/git/kept.js'
import {
  type Discarded,
  isUntracked,
  pathsToDiscard,
  pathsToStage,
  pathsToUnstage,
  selectChanged,
} from '../../domain/git/selection.js'
import type { ChangedPath } from '../../domain/git/status.js'
import { reject } from '../../domain/rejection.js'
import { type FileToKeep, KeptChanges } from '../ports/kept-changes.js'
import { GitWrites } from '../ports/git-writes.js'
import { action } from './action.js'
import { needConfirm, refuseConflicts } from './checks.js'

/** Returns the changed files that a request names, with the status that they are in. */
const selected = (dir: string, paths: unknown) =>
  Effect.gen(function* () {
    const { head, changed } = yield* (yield* GitWrites).status(dir)
    return { unborn: head === null, changes: yield* selectChanged(changed, paths) }
  })

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

/** Puts the content of the last commit into the index. Files do not change. */
export const unstage = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    const { changes } = yield* selected(dir, input['paths'])
    yield* refuseConflicts(changes)
    const paths = pathsToUnstage(changes)
    yield* (yield* GitWrites).unstage(dir, paths)
    return { paths }
  }),
)

/** Returns the files that a discard changes, with what the index has of them. */
const toKeep = ({ restored, deleted }: Discarded, changes: readonly ChangedPath[]): readonly FileToKeep[] => {
  const index = new Map(changes.filter((change) => !isUntracked(change)).map((change) => [change.path, change.index]))
  return [
    ...restored.map((path) => ({ path, index: index.get(path) ?? null })),
    ...deleted.map((path) => ({ path, index: undefined })),
  ]
}

/** Restores files from the last commit and deletes untracked ones. */
export const discard = action(['index'], ({ dir, lane, session }, input) =>
  Effect.gen(function* () {
    yield* needConfirm(input['confirm'])
    const { changes, unborn } = yield* selected(dir, input['paths'])
    yield* refuseConflicts(changes)
    const submodule = changes.find((change) => change.submodule)
    if (submodule !== undefined)
      return yield* Effect.fail(reject('EGIT', `${submodule.path} is a submodule: check out its commit in it`))
    const paths = pathsToDiscard(changes)
    const discarding = (yield* GitWrites).discard(dir, { ...paths, unborn })
    const { kept } = yield* (yield* KeptChanges).around({ dir, lane, session }, toKeep(paths, changes), discarding)
    return { paths: [...paths.restored, ...paths.deleted], restore: kept }
  }),
)

/** Restores discarded changes. */
export const restore = action(['index'], ({ dir, lane, session }, input) =>
  Effect.gen(function* () {
    const id = yield* readKeptId(input['id'])
    const { restored, changed } = yield* (yield* KeptChanges).restore({ dir, lane, session }, id)
    if (restored.length === 0)
      return yield* Effect.fail(
        reject(
          'ESTALE',
          `nothing was restored: the same lines of ${changed.slice(0, 10).join(', ')} were changed since`,
        ),
      )
    return { paths: restored, changed }
  }),
)
