import { accept, refuse } from '../decision.js'
import type { RemotePlace } from '../git/remote-url.js'
import { reject } from '../rejection.js'

/** More logins than anybody has. */
const MAX_LOGINS = 200

export interface KnownCredential {
  /** How many logins the owner has. */
  readonly count: number
  /** Whether the owner has one for the place of the command. */
  readonly isSaved: boolean
}

/** Saves a login, or replaces that of the same place. Its password is in the vault already, under the revision. */
const save = (
  { count, isSaved }: KnownCredential,
  { protocol, host, username, revision }: RemotePlace & { readonly username: string; readonly revision: string },
) =>
  !isSaved && count >= MAX_LOGINS
    ? refuse(reject('EBADCRED', `at most ${MAX_LOGINS} logins can be saved`))
    : accept({ type: 'git-credential-saved', data: { protocol, host, username, revision } })

const remove = ({ isSaved }: KnownCredential, { protocol, host }: RemotePlace) =>
  isSaved
    ? accept({ type: 'git-credential-removed', data: { protocol, host } })
    : refuse(reject('ENOTFOUND', 'no login is saved for this host'))

export const decideGitCredential = { save, remove }
