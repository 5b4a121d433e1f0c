import type { RouteAnswer } from '../../../../src/http/contract/index.js'

type Tab = 'cost' | 'activity' | 'tools' | 'agents' | 'errors'
/** The figures of a tab. */
export type TabAnswer<T extends Tab> = RouteAnswer<`GET /api/insights/${T}`>
export type Budget = RouteAnswer<'GET /api/budgets'>['budgets'][number]
