import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'

/** Returns the push subscriptions, oldest first. */
export const pushSubscriptions = (db: Reader) =>
  db
    .all<{ id: string; host: string; at: Instant }>('select id, host, at from p_push order by position')
    .map(({ id, host, at }) => ({ id, host, created_at: iso(at) }))

export const isSubscribed = (db: Reader, id: string): boolean =>
  db.get('select 1 from p_push where id = ?', id) !== undefined
