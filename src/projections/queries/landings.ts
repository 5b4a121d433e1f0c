import { userNumber } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { LandWay } from '../../domain/land/request.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface AcceptanceRow {
  readonly diff: string
  readonly head: string | null
  readonly at: Instant
  readonly by: string
}

/** Returns which changes of a lane were accepted last; null if none. */
export const acceptanceOf = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  const row = db.get<AcceptanceRow>(`select diff, head, at, by from p_acceptance ${where}`, ...params)
  return row === undefined ? null : { diff: row.diff, head: row.head, at: iso(row.at), by: userNumber(row.by) }
}

interface LandingRow {
  readonly base: string
  readonly how: LandWay
  readonly head: string
  readonly commit: string
  readonly before: string
  readonly folder: string | null
  readonly at: Instant
  readonly by: string
  readonly reverted: string | null
}

/** Returns how a lane landed last; null if it did not. */
export const landingOf = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  const row = db.get<LandingRow>(
    `select base, how, head, landed as "commit", before, folder, at, by, reverted from p_landing ${where}`,
    ...params,
  )
  return row === undefined ? null : { ...row, at: iso(row.at), by: userNumber(row.by) }
}
