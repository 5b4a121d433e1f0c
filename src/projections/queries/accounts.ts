import type { Visibility } from '../../domain/access/visibility.js'
import type { Prefs } from '../../domain/account/prefs.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** Returns the preferences of an account. */
export const prefsOf = (db: Reader, visibility: Visibility, account: string): Prefs => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ?', account)
  const rows = db.all<{ key: string; value: string }>(`select key, value from p_pref ${where} order by key`, ...params)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Returns when the first-run setup of an account was done; null before. */
export const onboardedAt = (db: Reader, visibility: Visibility, account: string): Instant | null => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ?', account)
  return db.get<{ at: number }>(`select onboarded_at as at from p_account ${where}`, ...params)?.at ?? null
}

/** Returns the revision of the instructions of an account; null if it has none. */
export const accountInstructions = (db: Reader, visibility: Visibility, account: string): string | null => {
  const { where, params } = new Filter(visibility, 'owner').and('owner = ?', account)
  return (
    db.get<{ revision: string }>(`select revision from p_account_instructions ${where}`, ...params)?.revision ?? null
  )
}

/** Returns the revision of the instructions of a lane; null if it has none. */
export const laneInstructions = (db: Reader, visibility: Visibility, lane: number): string | null => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', lane)
  const sql = `select revision from p_lane_instructions join p_lane on id = lane ${where}`
  return db.get<{ revision: string }>(sql, ...params)?.revision ?? null
}

/** Returns what an account set for itself, as clients read it. */
export const accountPrefs = (db: Reader, visibility: Visibility, account: string) => ({
  prefs: prefsOf(db, visibility, account),
  onboardedAt: iso(onboardedAt(db, visibility, account)),
})
