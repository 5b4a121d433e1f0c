import * as Effect from 'effect/Effect'
import type { Logins } from '../../commands/ports/git-remotes.js'
import { GitFailed } from '../../domain/git/failures.js'
import { exchange } from './exchange.js'
import type { Git } from './git.js'
import { ask, failed } from './queries.js'

interface CheckOutLimits {
  /** Milliseconds until git is stopped. */
  readonly timeout: number
  readonly onComplaint?: (text: string) => void
}

/** Runs a command that writes files. In a partial clone, git fetches missing contents, with the rules for a fetch. */
export const checkingOut = (
  git: Git,
  dir: string,
  args: readonly string[],
  limits: CheckOutLimits,
  logins: Logins,
): Effect.Effect<string, GitFailed> =>
  Effect.gen(function* () {
    const remote = yield* promisorOf(git, dir)
    if (remote === null) {
      const output = yield* Effect.mapError(git.write(dir, args, limits), failed)
      return output.toString('utf8').trim()
    }
    // A repository could name another program.
    const program = ['-c', `remote.${remote}.uploadpack=git-upload-pack`]
    const command = { remote, args: [...program, ...args], timeout: limits.timeout }
    const { output } = yield* Effect.mapError(
      exchange(git, dir, command, logins),
      (error) => new GitFailed(error.message),
    )
    return output
  })

/** Returns the remote that a partial clone gets missing contents from; null if the clone is complete. */
const promisorOf = (git: Git, dir: string): Effect.Effect<string | null> =>
  ask(git, dir, 'config', '--type=bool', '--get-regexp', String.raw`^remote\..*\.promisor$`).pipe(
    Effect.map((output) => /^remote\.([^=\n]+)\.promisor true$/m.exec(output)?.[1] ?? null),
    Effect.orElseSucceed(() => null),
  )
