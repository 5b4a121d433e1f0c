import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { Provider } from '../../../api/tools.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'

export type ImportGuide = RouteAnswer<'GET /api/import/guide'>

/** The instructions to import the history of a tool from another machine. */
export const guideQuery = (provider: Provider) =>
  queryOptions({
    queryKey: [...keys.importGuide, provider],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /api/import/guide', { query: { provider }, signal }),
  })
