import * as Effect from 'effect/Effect'
import { readBranch } from '../../domain/git/branch-changes.js'
import { readResolution } from '../../domain/git/merge.js'
import { reject } from '../../domain/rejection.js'
import { GitHistory } from '../ports/git-history.js'
import { GitWrites } from '../ports/git-writes.js'
import { action } from './action.js'
import { needConfirm, refuseChanges, refuseConflicts, refuseMerge } from './checks.js'
import { withSubmodules } from './submodules.js'

/** Fails unless a merge is in progress. */
const needMerge = (dir: string) =>
  Effect.gen(function* () {
    if (!(yield* (yield* GitHistory).isMerging(dir))) yield* Effect.fail(reject('ENOMERGE', 'no merge is in progress'))
  })

/** Merges a branch into the one that is checked out. It may stop at conflicts. */
export const merge = action(['index'], (at, input) =>
  Effect.gen(function* () {
    const { dir } = at
    const branch = yield* readBranch(input)
    const history = yield* GitHistory
    if (!(yield* history.isTop(dir)))
      return yield* Effect.fail(reject('ESUBDIR', 'the lane is not at the top of its repository'))
    yield* refuseMerge(dir)
    yield* refuseChanges(dir)
    const { output, head, conflicts } = yield* withSubmodules(at, history.merge(dir, branch))
    return { output, conflicts, paths: conflicts, result: { branch, head } }
  }),
)

/** Resolves a file with conflicts. */
export const resolve = action(['index'], (at, input) =>
  Effect.gen(function* () {
    const { dir } = at
    const { path, side } = yield* readResolution(input)
    const writes = yield* GitWrites
    const { changed } = yield* writes.status(dir)
    if (!changed.some((change) => change.conflicted && change.path === path))
      return yield* Effect.fail(reject('EBADPATH', `path: ${path} has no conflicts`))
    const [marked] = side === 'done' ? yield* writes.withMarkers(dir, [path]) : []
    if (marked !== undefined) return yield* Effect.fail(reject('EMARKERS', `${marked} contains conflict markers`))
    const resolved = Effect.as((yield* GitHistory).resolve(dir, path, side), {})
    const { output } = yield* withSubmodules(at, resolved)
    return { output, paths: [path], result: { side } }
  }),
)

/** Commits a merge when all its conflicts are resolved. */
export const mergeCommit = action(['index'], ({ dir }) =>
  Effect.gen(function* () {
    yield* needMerge(dir)
    const history = yield* GitHistory
    yield* refuseConflicts(yield* history.trackedChanges(dir))
    const { output, head } = yield* history.conclude(dir)
    return { output, paths: [], result: { head } }
  }),
)

/** Aborts a merge and restores the files from before it. */
export const mergeAbort = action(['index'], (at, input) =>
  Effect.gen(function* () {
    const { dir } = at
    yield* needConfirm(input['confirm'])
    yield* needMerge(dir)
    const { output, head } = yield* withSubmodules(at, (yield* GitHistory).abort(dir))
    return { output, paths: [], result: { head } }
  }),
)
