import * as Effect from 'effect/Effect'
import { readCommit } from '../../domain/git/message.js'
import { isStaged, pathsToStage } from '../../domain/git/selection.js'
import { reject } from '../../domain/rejection.js'
import { GitHistory } from '../ports/git-history.js'
import { GitWrites } from '../ports/git-writes.js'
import { action } from './action.js'
import { refuseConflicts } from './checks.js'

/** Commits the changes of the directory, or only the index. */
export const commit = action(['index'], ({ dir }, input) =>
  Effect.gen(function* () {
    const { message, onlyStaged } = yield* readCommit(input)
    const history = yield* GitHistory
    const { changed } = yield* (yield* GitWrites).status(dir)
    const outside = yield* history.stagedOutside(dir)
    if (outside !== undefined)
      return yield* Effect.fail(reject('ESTAGEDOUTSIDE', `${outside} is staged, and outside of the lane`))
    yield* refuseConflicts(changed)
    // A repository in the directory is not part of it.
    const own = changed.filter(({ path }) => !path.endsWith('/'))
    const staged = own.filter(isStaged).map(({ path }) => path)
    const paths = onlyStaged ? [] : pathsToStage(own)
    // A merge may need a commit that changes nothing.
    if (staged.length + paths.length === 0 && !(yield* history.isMerging(dir)))
      return yield* Effect.fail(reject('ENOCHANGES', onlyStaged ? 'nothing is staged' : 'nothing has changed'))
    const { output, head } = yield* history.commit(dir, {
      message,
      // No text names such a file.
      paths: !onlyStaged && own.some(({ isUnnameable }) => isUnnameable) ? 'all' : paths,
    })
    return { output, paths: [...new Set([...staged, ...paths])], result: { head } }
  }),
)
