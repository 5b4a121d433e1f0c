import * as Effect from 'effect/Effect'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { reject } from '../../domain/rejection.js'
import type { Git } from './git.js'
import { failed } from './queries.js'

/** Returns what a failure of git is answered with. */
export const refusal = ({ message, refused }: GitFailed): GitRejection =>
  refused ? reject('EGIT', `git refused: ${message}`) : reject('EINTERNAL', message)

/** Puts the content of files into the index, also of those outside of a sparse checkout: git lists them as changed. */
export const ADD = ['add', '--all', '--sparse'] as const

/** Runs a command that changes some paths. Their names are not limited by the length of a command line. */
export const writePaths = (
  git: Git,
  dir: string,
  command: readonly string[],
  paths: readonly string[],
): Effect.Effect<void, GitRejection> =>
  paths.length === 0
    ? Effect.void
    : git.write(dir, [...command, '--pathspec-from-file=-', '--pathspec-file-nul'], { input: paths.join('\0') }).pipe(
        Effect.mapError((error) => refusal(failed(error))),
        Effect.asVoid,
      )
