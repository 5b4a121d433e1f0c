import { userNumber } from '../../domain/access/author.js'
import { iso } from '../../domain/time.js'
import { NOBODY } from '../ownership.js'
import type { Reader } from '../sql.js'
import { hostOwner, isSetUp } from './users.js'

interface RowOwner {
  readonly owner_id: number | null
  /** Members that only server mode has. */
  readonly owner_username?: string
  readonly owner_avatar_at?: string | null
}

/**
 * Returns what names the owner of a row for clients. What nobody owns is the host owner's, which is decided when it is read
 * (supplement-server 11.1). In local mode rows have no owner.
 */
export const ownerNamer = (db: Reader): ((owner: string) => RowOwner) => {
  if (!isSetUp(db)) return () => ({ owner_id: null })
  const known = new Map<string, RowOwner>()
  return (owner) => {
    let found = known.get(owner)
    if (found === undefined) known.set(owner, (found = named(db, owner === NOBODY ? hostOwner(db) : userNumber(owner))))
    return found
  }
}

const named = (db: Reader, id: number | null): RowOwner => {
  if (id === null) return { owner_id: null }
  // Also a deleted one: their sessions stay.
  const user = db.get<{ username: string; at: number | null }>(
    'select username, avatar_at as at from p_user where id = ?',
    id,
  )
  return user === undefined
    ? { owner_id: id }
    : { owner_id: id, owner_username: user.username, owner_avatar_at: user.at === null ? null : iso(user.at) }
}
