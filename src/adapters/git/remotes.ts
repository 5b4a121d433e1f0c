import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Exchange, GitRemotesPort, RemoteFacts } from '../../commands/ports/git-remotes.js'
import type { GitFailed } from '../../domain/git/failures.js'
import { fetchedRemotes, remoteNames, upstreamRemote } from '../../domain/git/remote-settings.js'
import type { RemotePlace } from '../../domain/git/remote-url.js'
import { clone } from './clone.js'
import { exchange, placesOf, settingsOf } from './exchange.js'
import type { Git } from './git.js'
import { isMerging } from './merge.js'
import { checkingOut } from './promisor.js'
import { DRY_RUN, prePushHook, runPrePush } from './pre-push.js'
import { ask, commitOf, failed } from './queries.js'

/** Milliseconds that an action may use the network. */
const NETWORK_MS = 60_000

// A repository could name other programs for these, which would run on the machine of the remote.
export const FETCH = [
  'fetch',
  '--prune',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--upload-pack=git-upload-pack',
]
const PUSH = [
  'push',
  '--no-follow-tags',
  '--no-signed',
  '--recurse-submodules=no',
  '--receive-pack=git-receive-pack',
  '--no-verbose',
  // The service runs the hook itself.
  '--no-verify',
]
const FAST_FORWARD = ['merge', '--ff-only', '--no-squash', '--no-autostash', '--no-verify-signatures', '@{upstream}']

/**
 * Returns the port for the remotes of a directory.
 * @param networkMs shorter in tests
 */
export const gitRemotes = (git: Git, networkMs = NETWORK_MS): GitRemotesPort => ({
  facts: (dir) => factsOf(git, dir),
  places: (dir) => allPlaces(git, dir),

  clone: (dir, order, logins) => clone(git, dir, order, logins),

  fetch: (dir, remotes, logins) =>
    Effect.gen(function* () {
      const end = (yield* Clock.currentTimeMillis) + networkMs
      const results = yield* Effect.forEach(remotes, (remote) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          exchange(git, dir, { remote, args: [...FETCH, '--end-of-options', remote], timeout: end - now }, logins),
        ).pipe(Effect.either),
      )
      return yield* all(results)
    }),

  push: (dir, { remote, branch, track }, logins) =>
    Effect.gen(function* () {
      const end = (yield* Clock.currentTimeMillis) + networkMs
      const left = Effect.map(Clock.currentTimeMillis, (now) => Math.max(1, end - now))
      const ref = `refs/heads/${branch}`
      // Without a source and a destination, `remote.<name>.push` would choose them.
      const what = ['--end-of-options', remote, `${ref}:${ref}`]
      const pushing = (args: readonly string[]) =>
        Effect.flatMap(left, (timeout) => exchange(git, dir, { remote, args, timeout, push: true }, logins))
      const hook = yield* prePushHook(git, dir)
      const said: string[] = []
      if (hook !== null) {
        const { output } = yield* pushing([...DRY_RUN.before, ...PUSH, ...DRY_RUN.after, ...what])
        said.push(yield* runPrePush(git, dir, { hook, remote, ref, expected: output, timeout: yield* left }))
      }
      const { output, accepted } = yield* pushing([...PUSH, ...(track ? ['--set-upstream'] : []), ...what])
      return { output: [...said, output].filter(Boolean).join('\n'), accepted }
    }),

  fastForward: (dir, logins) => checkingOut(git, dir, FAST_FORWARD, { timeout: networkMs }, logins),
  addRemote: (dir, name, url) => changed(git, dir, ['remote', 'add', '--', name, url]),
  removeRemote: (dir, name) => changed(git, dir, ['remote', 'remove', '--', name]),
})

const changed = (git: Git, dir: string, args: readonly string[]): Effect.Effect<void, GitFailed> =>
  git.write(dir, args).pipe(Effect.asVoid, Effect.mapError(failed))

const factsOf = (git: Git, dir: string): Effect.Effect<RemoteFacts, GitFailed> =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(git, dir)
    const [branch, head] = yield* Effect.all([
      Effect.orElseSucceed(ask(git, dir, 'symbolic-ref', '--quiet', '--short', 'HEAD'), () => null),
      commitOf(git, dir, 'HEAD'),
    ])
    return {
      remotes: remoteNames(settings),
      fetched: fetchedRemotes(settings),
      branch,
      hasCommits: head !== null,
      merging: yield* isMerging(git, dir),
      upstreamRemote: branch === null ? null : upstreamRemote(settings, branch),
    }
  })

const allPlaces = (git: Git, dir: string): Effect.Effect<readonly RemotePlace[], GitFailed> =>
  Effect.gen(function* () {
    const names = remoteNames(yield* settingsOf(git, dir))
    const places = yield* Effect.forEach(names, (remote) =>
      Effect.zipWith(placesOf(git, dir, remote, false), placesOf(git, dir, remote, true), (a, b) => [...a, ...b]),
    )
    return places.flat()
  })

/** Returns what all remotes said. The first that needs a login is reported, else the first that failed. */
const all = <E extends { readonly _tag: string }>(
  results: readonly Either.Either<Exchange, E>[],
): Effect.Effect<Exchange, E> => {
  const failures = results.flatMap((result) => (Either.isLeft(result) ? [result.left] : []))
  const failure = failures.find(({ _tag }) => _tag === 'LoginRequired') ?? failures[0]
  if (failure !== undefined) return Effect.fail(failure)
  const exchanges = results.flatMap((result) => (Either.isRight(result) ? [result.right] : []))
  return Effect.succeed({
    output: exchanges
      .map(({ output }) => output)
      .filter(Boolean)
      .join('\n'),
    accepted: exchanges.flatMap(({ accepted }) => accepted),
  })
}
