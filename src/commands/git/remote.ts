import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { Author } from '../../domain/access/author.js'
import { type Login, loginOf } from '../../domain/git-credential/login.js'
import type { GitInput } from '../../domain/git/actions.js'
import type { GitFailed, LoginRequired } from '../../domain/git/failures.js'
import { httpPlace, isPublishUrl, isSamePlace, pushRemote, type RemotePlace } from '../../domain/git/remote-url.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { ownerOf } from '../../projections/ownership.js'
import type { GitCredentialCommands } from '../git-credentials/git-credentials.js'
import { untilStored } from '../kernel/stored.js'
import { type Exchange, GitRemotes, type Logins } from '../ports/git-remotes.js'
import { action, type At } from './action.js'
import { withSubmodules } from './submodules.js'

const NEW_REMOTE = 'origin'

const git = (message: string) => Effect.fail(reject('EGIT', message))
const failed = ({ message }: GitFailed) => reject('EGIT', message)
const refused = (error: GitFailed | LoginRequired) =>
  error._tag === 'LoginRequired'
    ? reject('EGITAUTH', error.message, { fields: { auth: error.auth } })
    : reject('EGIT', error.message)

export type Credentials = Pick<GitCredentialCommands, 'held' | 'add'>

/** The login of one request, and whether it is saved if the remote accepts it. */
interface SentLogin extends Login {
  readonly remember: boolean
}

const readLogin = ({ credentials: sent }: GitInput) => {
  if (sent === undefined || sent === null) return Effect.succeed(null)
  const members = (typeof sent === 'object' ? sent : {}) as Parameters<typeof loginOf>[0] & { remember?: unknown }
  const login = loginOf(members)
  return isRejection(login) ? Effect.fail(login) : Effect.succeed({ ...login, remember: members.remember === true })
}

const factsIn = (dir: string) => Effect.flatMap(GitRemotes, (remotes) => Effect.mapError(remotes.facts(dir), failed))

const notMerging = (dir: string) =>
  Effect.filterOrFail(
    factsIn(dir),
    ({ merging }) => !merging,
    () => reject('EMERGING', 'a merge is in progress: finish or abort it'),
  )

/** Returns the actions that use the network. No lock is held meanwhile. */
export const remoteActions = (credentials: Credentials) => {
  const save = (login: Login, author: Author) =>
    Effect.match(untilStored(credentials.add(login, author)), {
      onFailure: ({ message }) => `\nThe login was not saved: ${message}`,
      onSuccess: () => '',
    })

  /** Runs work with the logins of a user: the one that was sent, else those that are saved. */
  const withLogins = <R>(
    { author }: At,
    sent: SentLogin | null,
    places: Effect.Effect<readonly RemotePlace[], GitFailed, GitRemotes>,
    work: (logins: Logins) => Effect.Effect<Exchange, GitFailed | LoginRequired, R>,
  ) =>
    Effect.gen(function* () {
      const owner = ownerOf(author)
      if (sent === null)
        return (yield* Effect.mapError(
          work((place) => credentials.held(owner, place)),
          refused,
        )).output
      const known = yield* Effect.mapError(places, failed)
      if (!known.some((place) => isSamePlace(place, sent)))
        return yield* Effect.fail(reject('EBADHOST', 'credentials: must be for a host of the remotes'))
      const logins: Logins = (place) => (isSamePlace(place, sent) ? sent : credentials.held(owner, place))
      const { output, accepted } = yield* Effect.mapError(work(logins), refused)
      const isProven = accepted.some((place) => isSamePlace(place, sent))
      return sent.remember && isProven ? output + (yield* save(sent, author)) : output
    })

  const fetched = (at: At, input: GitInput, names: readonly string[]) =>
    Effect.gen(function* () {
      const remotes = yield* GitRemotes
      const sent = yield* readLogin(input)
      return yield* withLogins(at, sent, remotes.places(at.dir), (logins) => remotes.fetch(at.dir, names, logins))
    })

  /** Fetches all remotes, and deletes remote-tracking branches that they no longer have. */
  const fetch = action([], (at, input) =>
    Effect.gen(function* () {
      const facts = yield* factsIn(at.dir)
      return { paths: [], output: yield* fetched(at, input, facts.fetched) }
    }),
  )

  /** Fetches the remote of the upstream, and merges the upstream if that is a fast-forward. */
  const pull = action([], (at, input) =>
    Effect.gen(function* () {
      const remotes = yield* GitRemotes
      const { upstreamRemote, branch } = yield* notMerging(at.dir)
      const news = yield* fetched(at, input, upstreamRemote === null ? [] : [upstreamRemote])
      const forwarded = Effect.map(Effect.mapError(remotes.fastForward(at.dir, at.logins), failed), (output) => ({
        output,
      }))
      const merged = yield* at.onIndex(Effect.zipRight(notMerging(at.dir), withSubmodules(at, forwarded)))
      const output = [news, merged.output].filter(Boolean).join('\n')
      return { paths: [], output, result: { remote: upstreamRemote, branch } }
    }),
  )

  /** Pushes the current branch. Without an upstream, the pushed branch becomes it. */
  const push = action([], (at, input) =>
    Effect.gen(function* () {
      const remotes = yield* GitRemotes
      const sent = yield* readLogin(input)
      const { branch, hasCommits, upstreamRemote, remotes: names } = yield* factsIn(at.dir)
      const remote = pushRemote(names, upstreamRemote)
      if (remote === null) {
        const several = 'the branch has no upstream, and no remote is the only one or named origin'
        return yield* Effect.fail(reject('ENOREMOTE', names.length === 0 ? 'the repository has no remote' : several))
      }
      if (!hasCommits) return yield* git('there is no commit to push')
      if (branch === null) return yield* git('no branch is checked out')
      const track = upstreamRemote === null
      const output = yield* withLogins(at, sent, remotes.places(at.dir), (logins) =>
        remotes.push(at.dir, { remote, branch, track }, logins),
      )
      return { paths: [], output, result: { remote, branch } }
    }),
  )

  /** Adds the first remote and pushes the current branch to it. If that fails, the remote is removed again. */
  const publish = action([], (at, input) =>
    Effect.gen(function* () {
      const remotes = yield* GitRemotes
      const { url } = input
      if (!isPublishUrl(url))
        return yield* Effect.fail(reject('EBADURL', 'url: must be https:// without a login, ssh://, or user@host:path'))
      const sent = yield* readLogin(input)
      const { branch, hasCommits, remotes: existing } = yield* factsIn(at.dir)
      if (!hasCommits) return yield* Effect.fail(reject('ENOCOMMITS', 'the repository has no commit yet'))
      if (existing.length > 0)
        return yield* Effect.fail(reject('EREMOTEEXISTS', `the repository has a remote: ${existing.join(', ')}`))
      if (branch === null) return yield* git('no branch is checked out')
      const place = httpPlace(url)
      const pushed = withLogins(at, sent, Effect.succeed(place === null ? [] : [place]), (logins) =>
        remotes.push(at.dir, { remote: NEW_REMOTE, branch, track: true }, logins),
      )
      const output = yield* Effect.acquireUseRelease(
        Effect.mapError(remotes.addRemote(at.dir, NEW_REMOTE, url), failed),
        () => pushed,
        (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(remotes.removeRemote(at.dir, NEW_REMOTE))),
      )
      return { paths: [], output, remote: NEW_REMOTE, result: { remote: NEW_REMOTE, branch } }
    }),
  )

  return { fetch, pull, push, publish }
}
