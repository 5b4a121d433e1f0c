import { call } from './call.js'
import type { Lane } from './types.js'

const PAGE = '1000'

/** Returns all lanes, the one that changed last first, page by page. */
export const allLanes = async (signal: AbortSignal): Promise<readonly Lane[]> => {
  const found: Lane[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const page = await call('GET /api/lanes', { query, signal })
    found.push(...page.lanes)
    cursor = page.next_cursor
    if (cursor === undefined) return found
  }
}
