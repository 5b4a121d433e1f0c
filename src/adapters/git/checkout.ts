import { realpathSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import type { ReleasesPort } from '../../commands/ports/releases.js'
import type { Git } from './git.js'

const READ_MS = 10_000
const FETCH_MS = 60_000
const MAX_OUTPUT = 256 * 1024

/** Returns the port for the git clone that the service runs from, if it is one. */
export const gitCheckout = (root: string, git: Git): ReleasesPort => {
  const ask = (...args: string[]): Effect.Effect<string | null> =>
    git.read(root, args, { timeout: READ_MS, maxOutput: MAX_OUTPUT }).pipe(
      Effect.map((output) => output.toString('utf8').trim() || null),
      Effect.orElseSucceed(() => null),
    )

  const mainOf = (remote: string): Effect.Effect<string | null> =>
    Effect.gen(function* () {
      const head = yield* ask('symbolic-ref', '--short', `refs/remotes/${remote}/HEAD`)
      if (head !== null) return head
      for (const name of ['main', 'master']) {
        const ref = `${remote}/${name}`
        if ((yield* ask('rev-parse', '--verify', '--quiet', `refs/remotes/${ref}`)) !== null) return ref
      }
      return null
    })

  return {
    facts: Effect.gen(function* () {
      // A folder inside another repository's clone is not our clone.
      const top = yield* ask('rev-parse', '--show-toplevel')
      if (top === null || realpathSync(top) !== realpathSync(root)) return { root, clone: null }
      const remotes = (yield* ask('remote'))?.split('\n') ?? []
      const remote = ['upstream', 'origin'].find((name) => remotes.includes(name)) ?? remotes[0] ?? null
      const [branch, upstream, localSha, remoteRef] = yield* Effect.all(
        [
          ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
          ask('rev-parse', '--abbrev-ref', '--symbolic-full-name', '@{upstream}'),
          ask('rev-parse', '--verify', '--quiet', 'HEAD'),
          remote === null ? Effect.succeed(null) : mainOf(remote),
        ],
        { concurrency: 'unbounded' },
      )
      const full = `refs/remotes/${remoteRef}`
      const remoteSha = remoteRef === null ? null : yield* ask('rev-parse', '--verify', '--quiet', full)
      const behind = remoteSha === null || localSha === null ? null : yield* ask('rev-list', '--count', `HEAD..${full}`)
      return {
        root,
        clone: { remote, remoteRef, branch, upstream, localSha, remoteSha, behind: Number(behind ?? 0) },
      }
    }),
    // Git's messages contain the remote URL, which may hold a password, so they are not passed on.
    fetch: (remote) =>
      git
        .network(root, ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--end-of-options', remote], {
          timeout: FETCH_MS,
        })
        .pipe(
          Effect.as(null),
          Effect.catchTag('TimedOut', () => Effect.succeed('no answer within a minute')),
          Effect.orElseSucceed(() => 'the remote did not answer, or refused'),
        ),
  }
}
