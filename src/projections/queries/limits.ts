import type { Visibility } from '../../domain/access/visibility.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { LimitWindow } from '../../domain/transcript/facts/facts.js'
import { DAY, type Instant, MINUTE } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/** A limit of a plan, as an agent reported it last. Windows that have reset since are left out. */
export interface ReportedLimit {
  readonly owner: string
  readonly source: string
  readonly provider: Provider
  readonly limit: string
  readonly name: string | null
  readonly plan: string | null
  readonly at: Instant
  readonly windows: readonly LimitWindow[]
}

/** The longest window that a plan has. */
const LONGEST = 31 * DAY
/** More sessions than report a limit in that time. */
const MOST = 500

/** Returns the newest report of each limit, of each user and machine, without what is over: the limits of an old history are not current. */
export const reportedLimits = (db: Reader, visibility: Visibility, now: Instant): readonly ReportedLimit[] => {
  const { where, params } = new Filter(visibility, 's.owner').and('l.at > ?', now - LONGEST)
  const rows = db.all<Omit<ReportedLimit, 'windows'> & { readonly windows: string }>(
    `select s.owner, s.source, s.provider, l.limit_id as "limit", l.name, l.plan, l.at, l.windows
       from p_limit l join p_session s on s.stream = l.stream ${where} order by l.at desc limit ${MOST}`,
    ...params,
  )
  const newest = new Map<string, ReportedLimit>()
  for (const row of rows) {
    const key = JSON.stringify([row.owner, row.source, row.provider, row.limit])
    if (newest.has(key)) continue
    const windows = (JSON.parse(row.windows) as readonly LimitWindow[]).filter(
      ({ minutes, resetsAt }) => (resetsAt ?? row.at + minutes * MINUTE) > now,
    )
    newest.set(key, { ...row, windows })
  }
  return [...newest.values()].filter(({ windows }) => windows.length > 0)
}
