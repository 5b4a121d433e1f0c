import type { Visibility } from '../../domain/access/visibility.js'
import type { CostByDay } from '../../domain/budget/status.js'
import type { DailyCostsQuery } from '../../projections/queries/reports/daily-costs.js'

/** Reads the cost of each day of a range, beside the thread that accepts hooks. Throws a rejection while that is unavailable. */
export type DailyCosts = (visibility: Visibility, query: DailyCostsQuery) => Promise<CostByDay>
