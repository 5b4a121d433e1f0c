import type { Visibility } from '../../domain/access/visibility.js'
import type { HeldLock } from '../../domain/lock/lock.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface LockRow extends HeldLock {
  readonly owner: string
  readonly name: string
}

/** Returns the locks that are held, by name. */
export const heldLocks = (db: Reader, visibility: Visibility): readonly LockRow[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<LockRow>(`select * from p_lock ${where} order by name, owner`, ...params)
}

/** Returns a lock of an owner; undefined if it is free. */
export const heldLock = (db: Reader, visibility: Visibility, owner: string, name: string): LockRow | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ? and name = ?', owner, name)
  return db.get<LockRow>(`select * from p_lock ${where}`, ...params)
}
