import type { Visibility } from '../../domain/access/visibility.js'
import { type Instant, MINUTE } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Reader } from '../sql.js'
import { countAgents } from './agents.js'
import { Filter } from './filter.js'
import { pricingList } from './pricing.js'

/** Returns the number of rows in the main tables. */
export const storedCounts = (db: Reader, visibility: Visibility): Record<string, number> => {
  const owned = new Filter(visibility, 'owner')
  const used = new Filter(visibility, 'stream')
  const count = (sql: string, { params }: Filter): number => db.get<{ n: number }>(sql, ...params)?.n ?? 0
  return {
    sessions: count(`select coalesce(sum(n), 0) as n from p_session_group ${owned.where}`, owned),
    agents: countAgents(db, visibility),
    events: count(`select coalesce(sum(n), 0) as n from p_event_group ${owned.where}`, owned),
    token_usage: count(`select count(*) as n from (select distinct stream from p_usage_session ${used.where})`, used),
    model_pricing: pricingList(db).length,
  }
}

/** Returns the number of events in the last 5 and 15 minutes and the last hour. */
export const loadStats = (db: Reader, visibility: Visibility, now: Instant) => {
  const since = (minutes: number): number => {
    const { where, params } = new Filter(visibility, 'stream').and('at >= ?', now - minutes * MINUTE)
    return db.get<{ n: number }>(`select count(*) as n from p_event ${where}`, ...params)?.n ?? 0
  }
  return { m5: since(5), m15: since(15), h1: since(60) }
}

/** More sessions are not searched: the hooks of a tool that is in use are in the newest ones. */
const NEWEST_SESSIONS = 1000

/** Returns the newest hook of an agent CLI, as far as it is in the newest sessions; null if there is none. */
export const lastHookOf = (db: Reader, visibility: Visibility, provider: Provider): Instant | null => {
  const { where, params } = new Filter(visibility, 'owner')
  const newest = `select provider, last_hook_at from p_session ${where} order by last_at desc limit ${NEWEST_SESSIONS}`
  const sql = `select max(last_hook_at) as at from (${newest}) where provider = ? and last_hook_at > 0`
  return db.get<{ at: Instant | null }>(sql, ...params, provider)?.at ?? null
}

/** Returns the newest hook of the last active session that has hooks; null before the first hook. */
export const lastHookAt = (db: Reader, visibility: Visibility): Instant | null => {
  const { where, params } = new Filter(visibility, 'owner').and('last_hook_at > 0')
  const sql = `select last_hook_at as at from p_session ${where} order by last_at desc limit 1`
  return db.get<{ at: Instant }>(sql, ...params)?.at ?? null
}
