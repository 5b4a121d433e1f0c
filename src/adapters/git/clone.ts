import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { CloneOrder, Exchange, Logins } from '../../commands/ports/git-remotes.js'
import { readProgress } from '../../domain/git/clone.js'
import type { GitFailed, LoginRequired } from '../../domain/git/failures.js'
import { MINUTE } from '../../domain/time.js'
import { exchange } from './exchange.js'
import type { Git } from './git.js'
import { failed } from './queries.js'
import type { GitSetting } from './settings.js'

/** Milliseconds that a clone may take. */
const CLONE_MS = 10 * MINUTE
const REMOTE = 'origin'
const FETCH = [
  'fetch',
  '--progress',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--upload-pack=git-upload-pack',
]

/**
 * Clones a repository into an empty directory. It is an initialization, a fetch and a checkout, so a fetch has the same guards in both
 * cases: no hooks, no templates, no submodules, and logins only for the place that was named.
 */
export const clone = (
  git: Git,
  dir: string,
  { url, address, onProgress }: CloneOrder,
  logins: Logins,
): Effect.Effect<Exchange, GitFailed | LoginRequired> =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + CLONE_MS
    const left = Effect.map(Clock.currentTimeMillis, (now) => Math.max(1, end - now))
    const write = (...args: string[]) =>
      Effect.flatMap(left, (timeout) => Effect.mapError(git.write(dir, args, { timeout }), failed))
    yield* Effect.mapError(git.write(dir, ['init', '--quiet', '--template='], { creates: true }), failed)
    yield* write('remote', 'add', '--', REMOTE, url)
    const settings = settingsFor(address)
    const exchanging = (args: readonly string[]) =>
      Effect.flatMap(left, (timeout) =>
        exchange(git, dir, { remote: REMOTE, args, timeout, settings, onComplaint: progressOf(onProgress) }, logins),
      )
    const fetched = yield* exchanging([...FETCH, '--end-of-options', REMOTE])
    const branch = headIn((yield* exchanging(['ls-remote', '--symref', '--end-of-options', REMOTE, 'HEAD'])).output)
    if (branch === null) return fetched
    yield* write('symbolic-ref', '--', `refs/remotes/${REMOTE}/HEAD`, `refs/remotes/${REMOTE}/${branch}`)
    onProgress({ phase: 'Checking out files', percent: 0 })
    yield* write('checkout', '--quiet', '-B', branch, '--track', `refs/remotes/${REMOTE}/${branch}`)
    onProgress({ phase: 'Checking out files', percent: 100 })
    return fetched
  })

/** Only the address that was checked is connected to, and no other one that it redirects to. */
const settingsFor = (address: CloneOrder['address']): readonly GitSetting[] => [
  ['http.followRedirects', 'false'],
  ...(address === null ? [] : [['http.curloptResolve', `${address.host}:${address.port}:${address.ip}`] as const]),
]

const progressOf = (onProgress: CloneOrder['onProgress']) => (text: string) => {
  const progress = readProgress(text)
  if (progress !== null) onProgress(progress)
}

/** Returns the branch that a remote's HEAD is on; null for an empty repository, and if a commit is checked out there. */
const headIn = (output: string): string | null => /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(output)?.[1] ?? null
