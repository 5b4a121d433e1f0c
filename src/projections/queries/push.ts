import type { Visibility } from '../../domain/access/visibility.js'
import { DEFAULT_NOTIFY, type NotifySettings } from '../../domain/push/settings.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Returns the push subscriptions, oldest first. */
export const pushSubscriptions = (db: Reader, visibility: Visibility) => {
  const { where, params } = new Filter(visibility, 'owner')
  return db
    .all<{ id: string; owner: string; host: string; at: Instant; notify: string | null }>(
      `select id, owner, host, at, notify from p_push ${where} order by position`,
      ...params,
    )
    .map(({ id, owner, host, at, notify }) => ({
      id,
      owner,
      host,
      created_at: iso(at),
      notify: notify === null ? DEFAULT_NOTIFY : (JSON.parse(notify) as NotifySettings),
    }))
}

export const isSubscribed = (db: Reader, visibility: Visibility, id: string): boolean => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  return db.get(`select 1 from p_push ${where}`, ...params) !== undefined
}
