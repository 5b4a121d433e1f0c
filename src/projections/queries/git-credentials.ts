import type { Visibility } from '../../domain/access/visibility.js'
import type { RemotePlace } from '../../domain/git/remote-url.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface CredentialRow extends RemotePlace {
  readonly owner: string
  readonly username: string
  /** Names the password in the vault. */
  readonly revision: string
  readonly at: Instant
}

/** Returns the logins for git hosts, by host. */
export const gitCredentials = (db: Reader, visibility: Visibility): readonly CredentialRow[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<CredentialRow>(`select * from p_git_credential ${where} order by host, protocol, owner`, ...params)
}

/** Returns the login of an owner for a place. */
export const gitCredential = (
  db: Reader,
  visibility: Visibility,
  owner: string,
  { protocol, host }: RemotePlace,
): CredentialRow | undefined => {
  const filter = new Filter(visibility, 'owner').and('owner = ? and protocol = ? and host = ?', owner, protocol, host)
  return db.get<CredentialRow>(`select * from p_git_credential ${filter.where}`, ...filter.params)
}
