import * as Effect from 'effect/Effect'
import type { Moved, NewCommit } from '../../commands/ports/git-history.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import type { Git } from './git.js'
import { keepIndex, restoreIndex } from './index-file.js'
import { untilUnlocked } from './locks.js'
import { commitOf, directoriesOf, failed } from './queries.js'
import { stageEverything } from './status-bytes.js'
import { ADD, refusal, writePaths } from './write-paths.js'

/** Commits are signed if the user's settings say so. There is no terminal, so a signer that needs a passphrase fails. */
export const COMMIT = ['-c', 'i18n.commitEncoding=UTF-8', 'commit', '--no-status']

/** Puts files into the index and commits it. */
export const commit = (git: Git, dir: string, { message, paths }: NewCommit): Effect.Effect<Moved, GitRejection> =>
  keepingIndex(
    git,
    dir,
    Effect.zipRight(
      paths === 'all' ? stageEverything(git, dir) : writePaths(git, dir, ADD, paths),
      moved(git, dir, git.hooked(dir, [...COMMIT, '--cleanup=whitespace', '--file=-'], { input: message })),
    ),
  )

/** Runs a command and returns its output with the new commit. */
export const moved = (git: Git, dir: string, command: ReturnType<Git['write']>): Effect.Effect<Moved, GitRejection> =>
  command.pipe(
    Effect.mapError((error) => refusal(failed(error))),
    Effect.flatMap((output) =>
      Effect.map(commitOf(git, dir, 'HEAD'), (head) => ({ output: output.toString('utf8').trimEnd(), head })),
    ),
  )

/** Runs work that changes the index. If it fails, the index is as before, also where a hook has changed it. */
export const keepingIndex = <A, E>(
  git: Git,
  dir: string,
  work: Effect.Effect<A, E>,
): Effect.Effect<A, E | GitRejection> =>
  Effect.gen(function* () {
    const { own } = yield* Effect.mapError(directoriesOf(git, dir), refusal)
    const before = yield* commitOf(git, dir, 'HEAD')
    const kept = keepIndex(own)
    const restore = Effect.flatMap(commitOf(git, dir, 'HEAD'), (after) =>
      // An agent may have committed meanwhile: the old index would revert that.
      after === before ? untilUnlocked(() => restoreIndex(kept)) : Effect.void,
    )
    return yield* Effect.tapError(work, () => restore)
  })
