import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { CloneProgress } from '../../domain/git/clone.js'
import type { GitFailed, LoginRequired } from '../../domain/git/failures.js'
import type { RemotePlace } from '../../domain/git/remote-url.js'

/** What decides which remote an action uses. */
export interface RemoteFacts {
  readonly remotes: readonly string[]
  /** Those that a fetch of all remotes uses. */
  readonly fetched: readonly string[]
  /** Null when no branch is checked out. */
  readonly branch: string | null
  readonly hasCommits: boolean
  readonly merging: boolean
  /** The remote of the branch's upstream. */
  readonly upstreamRemote: string | null
}

export interface RemoteLogin {
  readonly username: string
  readonly password: string
}

/** Returns the login that may be sent to a place, or null. */
export type Logins = (place: RemotePlace) => RemoteLogin | null | Promise<RemoteLogin | null>

/** What happened between git and a remote. */
export interface Exchange {
  /** What git printed, without logins. */
  readonly output: string
  /** The places that accepted a login. */
  readonly accepted: readonly RemotePlace[]
}

/** What is cloned. */
export interface CloneOrder {
  readonly url: string
  /** The address that the host of the URL was found at, which alone is connected to; null for what git looks up itself. */
  readonly address: { readonly host: string; readonly port: number; readonly ip: string } | null
  readonly onProgress: (progress: CloneProgress) => void
}

type Exchanging = Effect.Effect<Exchange, GitFailed | LoginRequired>

/**
 * The remotes of the repository that a directory is in. Logins come from the user's own credential helpers; for a place that
 * `logins` covers, only from `logins`. No program runs that the repository's configuration names, except its hook `pre-push`,
 * which gets none of these logins.
 */
export interface GitRemotesPort {
  readonly facts: (dir: string) => Effect.Effect<RemoteFacts, GitFailed>
  /** Returns the places of all remotes that are reached over HTTP. */
  readonly places: (dir: string) => Effect.Effect<readonly RemotePlace[], GitFailed>
  /** Clones into an empty directory, without hooks and submodules, and checks out the branch of the remote's HEAD. */
  readonly clone: (dir: string, order: CloneOrder, logins: Logins) => Exchanging
  /** Updates the remote-tracking branches of each remote. A failed one does not keep the others from being fetched. */
  readonly fetch: (dir: string, remotes: readonly string[], logins: Logins) => Exchanging
  /** Pushes a branch to one of the same name; with `track`, that becomes its upstream. */
  readonly push: (
    dir: string,
    push: { readonly remote: string; readonly branch: string; readonly track: boolean },
    logins: Logins,
  ) => Exchanging
  /** Merges the upstream of the current branch if that is a fast-forward. Only a partial clone uses a remote for it. */
  readonly fastForward: (dir: string, logins: Logins) => Effect.Effect<string, GitFailed>
  readonly addRemote: (dir: string, name: string, url: string) => Effect.Effect<void, GitFailed>
  /** Removes a remote with its remote-tracking branches. */
  readonly removeRemote: (dir: string, name: string) => Effect.Effect<void, GitFailed>
}

export class GitRemotes extends Context.Tag('GitRemotes')<GitRemotes, GitRemotesPort>() {}
