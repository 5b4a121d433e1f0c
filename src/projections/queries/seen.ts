import type { Visibility } from '../../domain/access/visibility.js'
import { type BlockMark, markKey } from '../../domain/review/marks.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Returns the keys of the blocks of a lane that an account has seen. */
export const seenBlocks = (db: Reader, visibility: Visibility, lane: number, account: string): ReadonlySet<string> => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ? and owner = ?', lane, account)
  return new Set(
    db.all<BlockMark>(`select path, hash, ordinal from p_seen ${where}`, ...params).map((mark) => markKey(mark)),
  )
}
