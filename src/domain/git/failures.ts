import type { RemotePlace } from './remote-url.js'

/** Git refused or did not finish. The message is git's own, without logins. */
export class GitFailed extends Error {
  readonly _tag = 'GitFailed'
  /** @param refused whether git itself refused; else it could not be started, or did not finish */
  constructor(
    message: string,
    readonly refused = true,
  ) {
    super(message)
  }
}

/** A path that no worktree can be added to. The message is git's own, or says what is wrong. */
export class RepositoryRefused extends Error {
  readonly _tag = 'RepositoryRefused'
  constructor(
    readonly reason: 'missing' | 'not-a-repository' | 'foreign-owner' | 'empty' | 'broken',
    message: string,
  ) {
    super(message)
  }
}

/** All directories and branches that a slug could have are in use. */
export class NoFreePlace extends Error {
  readonly _tag = 'NoFreePlace'
}

/** A branch that no worktree can check out: no repository has it, several remotes have it, or another worktree uses it. */
export class BranchRefused extends Error {
  readonly _tag = 'BranchRefused'
  constructor(
    readonly reason: 'missing' | 'ambiguous' | 'in-use',
    message: string,
  ) {
    super(message)
  }
}

/**
 * A worktree that no destructive action may touch: it is not where worktrees of lanes are, git has not registered it for the
 * repository, or its directory is no longer the worktree that was created.
 */
export class WorktreeRefused extends Error {
  readonly _tag = 'WorktreeRefused'
  constructor(
    readonly reason: 'outside-root' | 'not-worktree' | 'other-worktree',
    message: string,
  ) {
    super(message)
  }
}

/** A remote needs a login. */
export class LoginRequired extends Error {
  readonly _tag = 'LoginRequired'
  constructor(
    readonly auth: RemotePlace & {
      /** The user name of the remote's URL, or of the login that was refused. */
      readonly username: string | null
      /** A login was sent and refused. */
      readonly rejected: boolean
    },
  ) {
    super(auth.rejected ? `${auth.host} refused the login` : `${auth.host} needs a login`)
  }
}
