import { userNumber, userNumbered } from '../../domain/access/author.js'
import { noVisibility, systemVisibility, visibilityOfAccount } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { hostOwner, isSetUp, type StoredUser, userById } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import type { AddressReach } from '../ports/http-out.js'

/**
 * Returns what works for the owner of a row may see: a rule, a budget, a webhook, a browser that is notified.
 * @param isAll whether the owner has asked for the rows of everybody, which only staff may
 */
export type OwnerReach = (owner: string, isAll?: boolean) => Visibility

interface ReachParts {
  readonly mode: 'local' | 'server'
  readonly db: Reader
}

/** The account of an owner; undefined if it is disabled or gone, and `everybody` without accounts. */
const accountOf = ({ mode, db }: ReachParts, owner: string): StoredUser | 'everybody' | undefined => {
  if (mode === 'local' || !isSetUp(db)) return 'everybody'
  // Rows from before belong to the host owner.
  const id = userNumber(owner) ?? hostOwner(db)
  const user = id === null ? undefined : userById(db, id)
  return user?.disabled === true ? undefined : user
}

/** Returns the reach of owners in this mode. What belongs to a disabled or deleted account sees nothing (supplement-server 18.5, 27.1). */
export const ownerReach =
  (parts: ReachParts): OwnerReach =>
  (owner, isAll = false) => {
    const user = accountOf(parts, owner)
    if (user === 'everybody') return systemVisibility
    if (user === undefined) return noVisibility
    const isHost = hostOwner(parts.db) === user.id
    return visibilityOfAccount(userNumbered(user.id), isHost, isAll && user.role !== 'member')
  }

/**
 * Returns to which addresses the webhooks of an owner send. Only those of admins reach this machine: it would be a door to hooks
 * and panes (supplement-server 27.2).
 */
export const webhookReach =
  (parts: ReachParts) =>
  (owner: string | undefined): AddressReach => {
    const user = owner === undefined ? undefined : accountOf(parts, owner)
    return user === 'everybody' || user?.role === 'admin' ? 'machine' : 'network'
  }
