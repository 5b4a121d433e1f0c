import { type Instant, MINUTE } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { countAgents } from './agents.js'
import { pricingList } from './pricing.js'

/** Returns the number of rows in the main tables. */
export const storedCounts = (db: Reader): Record<string, number> => {
  const count = (sql: string): number => db.get<{ n: number }>(sql)?.n ?? 0
  return {
    sessions: count('select coalesce(sum(n), 0) as n from p_session_group'),
    agents: countAgents(db),
    events: count(`select coalesce(sum(n), 0) as n from p_event_group`),
    token_usage: count('select count(*) as n from (select distinct stream from p_usage_session)'),
    model_pricing: pricingList(db).length,
  }
}

/** Returns the number of events in the last 5 and 15 minutes and the last hour. */
export const loadStats = (db: Reader, now: Instant) => {
  const since = (minutes: number): number =>
    db.get<{ n: number }>('select count(*) as n from p_event where at >= ?', now - minutes * MINUTE)?.n ?? 0
  return { m5: since(5), m15: since(15), h1: since(60) }
}

/** Returns the newest hook of the last active session that has hooks; null before the first hook. */
export const lastHookAt = (db: Reader): Instant | null =>
  db.get<{ at: Instant }>(
    'select last_hook_at as at from p_session where last_hook_at > 0 order by last_at desc limit 1',
  )?.at ?? null
