import type { RouteAnswer } from '../http/contract/index.js'
import type { Ask } from './service.js'

export type ListedLane = RouteAnswer<'GET /api/lanes'>['lanes'][number]

const PAGE = '1000'

/** Returns all lanes, the one that changed last first, page by page. */
export const allLanes = async (ask: Ask): Promise<readonly ListedLane[]> => {
  const found: ListedLane[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await ask('GET /api/lanes', {}, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.lanes)
    cursor = page.next_cursor
    if (cursor === undefined) return found
  }
}
