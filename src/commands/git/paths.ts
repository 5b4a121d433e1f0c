import * as Effect from 'effect/Effect'
import { pathsToDiscard, pathsToStage, pathsToUnstage, selectChanged } from '../../domain/git/selection.js'
import { reject } from '../../domain/rejection.js'
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

/** Restores files from the last commit and deletes untracked ones. */
export const discard = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    yield* needConfirm(input['confirm'])
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
