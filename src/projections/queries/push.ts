import type { Visibility } from '../../domain/access/visibility.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Returns the push subscriptions, oldest first. */
export const pushSubscriptions = (db: Reader, visibility: Visibility) => {
  const { where, params } = new Filter(visibility, 'owner')
  return db
    .all<{ id: string; host: string; at: Instant }>(
      `select id, host, at from p_push ${where} order by position`,
      ...params,
    )
    .map(({ id, host, at }) => ({ id, host, created_at: iso(at) }))
}

export const isSubscribed = (db: Reader, visibility: Visibility, id: string): boolean => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get(`select 1 from p_push ${where}`, ...params) !== undefined
}
