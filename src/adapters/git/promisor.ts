import * as Effect from 'effect/Effect'
import type { Logins } from '../../commands/ports/git-remotes.js'
import { GitFailed } from '../../domain/git/failures.js'
import { exchange } from './exchange.js'
import type { Git } from './git.js'
import { ask, failed } from './queries.js'
import { settle } from './settle.js'

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
): Effect.Effect<string, GitFailed> => Effect.zipLeft(withMissing(git, dir, args, limits, logins), settle(git, dir))

const withMissing = (
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
    const command = { remote, args, timeout: limits.timeout }
    const { output } = yield* Effect.mapError(
      exchange(git, dir, command, logins),
      (error) => new GitFailed(error.message),
    )
    return output
  })

/**
 * Returns the remote that a partial clone gets missing contents from; null if the clone is complete. Null also where a program is
 * named for the other end: git would run it, and no option overrides it.
 */
const promisorOf = (git: Git, dir: string): Effect.Effect<string | null> =>
  ask(git, dir, 'config', '-z', '--get-regexp', String.raw`^remote\..*\.(promisor|uploadpack)$`).pipe(
    Effect.map((output) => {
      const settings = new Map(
        output.split('\0').map((entry) => {
          const [key = '', value = 'true'] = entry.split('\n', 2)
          return [key, value] as const
        }),
      )
      const promisors = [...settings].flatMap(([key, value]) => (value === 'true' ? nameIn(key) : []))
      return promisors.find((name) => !settings.has(`remote.${name}.uploadpack`)) ?? null
    }),
    Effect.orElseSucceed(() => null),
  )

const nameIn = (key: string): readonly string[] => {
  const name = /^remote\.(.+)\.promisor$/.exec(key)?.[1]
  return name === undefined ? [] : [name]
}
