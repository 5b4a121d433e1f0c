import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'

/** A saved login. */
export interface LoginProfileRow {
  readonly name: string
  readonly label: string
  /** Names the login in the vault. */
  readonly revision: string
  readonly savedAt: Instant
}

/** Returns the saved logins, by label. They belong to the host. */
export const loginProfiles = (db: Reader): readonly LoginProfileRow[] =>
  db.all<LoginProfileRow>(
    'select name, label, revision, saved_at as savedAt from p_login_profile order by label collate nocase, name',
  )
