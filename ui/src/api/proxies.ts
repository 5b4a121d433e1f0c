import { queryOptions } from '@tanstack/react-query'
import { call } from './call.js'
import { keys } from './queries.js'

/** What a lane or an agent is given instead of the name of a proxy. */
export const NATIVE = 'native'

/** The AI proxies, in the order of their names. */
export const proxiesQuery = queryOptions({
  queryKey: [...keys.config, 'proxies'],
  queryFn: async ({ signal }) => (await call('GET /api/ai-routers', { signal })).routers,
})
