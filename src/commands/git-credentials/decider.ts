import { systemVisibility, visibilityOfOwner } from '../../domain/access/system-visibility.js'
import { decideGitCredential, type KnownCredential } from '../../domain/git-credential/decide.js'
import type { RemotePlace } from '../../domain/git/remote-url.js'
import { GIT_CREDENTIALS_STREAM } from '../../events/streams.js'
import { gitCredential, gitCredentials } from '../../projections/queries/git-credentials.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Identifies the login of an owner for a place. */
export interface CredentialKey extends RemotePlace {
  readonly owner: string
}

const load = (db: Reader, key: CredentialKey): KnownCredential => ({
  count: gitCredentials(db, visibilityOfOwner(key.owner)).filter(({ owner }) => owner === key.owner).length,
  isSaved: gitCredential(db, systemVisibility, key.owner, key) !== undefined,
})

/** Commands about the login of an owner for a git host. */
export const credential = defineDecider({
  stream: (_key: CredentialKey) => GIT_CREDENTIALS_STREAM,
  load,
  decide: decideGitCredential,
})
