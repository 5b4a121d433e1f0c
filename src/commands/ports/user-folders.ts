import type * as Effect from 'effect/Effect'
import type { Rejection } from '../../domain/rejection.js'

/** The own folders of users: `<users root>/<username>`. */
export interface UserFolders {
  readonly root: string
  readonly of: (username: string) => string
  /**
   * Makes the folder of a user, which only the service's account can read; with system accounts the account and its home. EPROVISION if
   * the system refuses.
   */
  readonly make: (username: string) => Effect.Effect<void, Rejection<'EPROVISION'>>
  /** The folders of deleted users. */
  readonly deleted: Effect.Effect<readonly string[]>
  /** Renames the folder of a deleted user, so that a later one of that name inherits nothing. */
  readonly retire: (username: string) => Effect.Effect<void, Rejection<'EPROVISION'>>
  /** Deletes the system account of a user who is about to be deleted, with its home. Without system accounts, nothing. */
  readonly erase: (username: string) => Effect.Effect<void, Rejection<'EPROVISION'>>
}
