import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { DIFF, readDiff } from '../../domain/git/diff.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { isSecretPath } from '../../domain/git/paths.js'
import type { Staged, StagedFile } from '../../domain/git/suggestion.js'
import type { Git } from './git.js'
import { ask, failed, realPath } from './queries.js'

/** More than an agent is sent. */
const MAX_OUTPUT = 1024 * 1024
const SUBJECTS = 10

/** Returns what is staged in a directory, and the subjects of the last commits. */
export const stagedIn = (git: Git, dir: string): Effect.Effect<Staged, GitFailed> =>
  Effect.all([stagedFiles(git, dir), lastSubjects(git, dir)], { concurrency: 2 }).pipe(
    Effect.map(([files, subjects]) => ({ files, subjects })),
  )

const stagedFiles = (git: Git, dir: string): Effect.Effect<readonly StagedFile[], GitFailed> =>
  git.read(dir, ['diff', '--cached', ...DIFF, '--patch', '--unified=3'], { maxOutput: MAX_OUTPUT }).pipe(
    Effect.map((output) => ({ output, isCut: false })),
    Effect.catchTag('TooMuchOutput', ({ output }) => Effect.succeed({ output, isCut: true })),
    Effect.map(({ output, isCut }) =>
      readDiff(output.toString('utf8'), isCut).map((file) => ({
        ...file,
        leadsToSecret: leadsToSecret(join(dir, file.path)),
      })),
    ),
    Effect.mapError(failed),
  )

const leadsToSecret = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink() && isSecretPath(realPath(path))
  } catch {
    return false
  }
}

const lastSubjects = (git: Git, dir: string): Effect.Effect<readonly string[]> =>
  ask(git, dir, 'log', '-z', `--max-count=${SUBJECTS}`, '--format=%s', '--no-show-signature', '--no-notes').pipe(
    Effect.map((output) => output.split('\0').filter((subject) => subject !== '')),
    // There is no commit yet.
    Effect.orElseSucceed(() => []),
  )
