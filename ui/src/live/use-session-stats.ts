import { sessionStatsQuery } from '../api/session-queries.js'
import { useGrowing } from './use-growing.js'

/** The service counts the session for each request, so there is at most one in this time. */
const COUNT_MS = 2000

/** The counts of one session, live. */
export const useSessionStats = (id: string) => useGrowing(id, sessionStatsQuery(id), COUNT_MS).data
