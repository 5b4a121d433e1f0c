import * as Effect from 'effect/Effect'
import { userNumber, userNumbered } from '../../domain/access/author.js'
import { type Caller, permits } from '../../domain/access/caller.js'
import { visibilityOfAccount } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { hostOwner, userById, userNamed } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'

interface AccountAsked {
  readonly rows: Visibility
  /** Whether they are of another account, of which only the names are shown. */
  readonly isForeign: boolean
}

/**
 * Returns the personal rows of the account that a request names, by its username or id; without one, those of the caller. Only
 * staff may name another account (supplement-server 12).
 */
export const accountAsked = (
  db: Reader,
  user: string | undefined,
  { principal, own }: Caller,
): Effect.Effect<AccountAsked, Rejection<'EADMIN' | 'ENOUSER'>> => {
  const named = user === undefined ? undefined : (userNamed(db, user) ?? userById(db, Number(user)))
  const isSelf = named !== undefined && named.id === userNumber(principal.id)
  if (user === undefined || isSelf) return Effect.succeed({ rows: own, isForeign: false })
  if (!permits(principal, 'user:read')) return Effect.fail(reject('EADMIN', 'your account may not do this'))
  if (named === undefined) return Effect.fail(reject('ENOUSER', 'no user has this name or id'))
  const rows = visibilityOfAccount(userNumbered(named.id), named.id === hostOwner(db), false)
  return Effect.succeed({ rows, isForeign: true })
}
