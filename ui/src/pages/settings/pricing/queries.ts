import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

/** The prices of tokens. */
export const pricingQuery = queryOptions({
  queryKey: keys.pricing,
  queryFn: ({ signal }) => call('GET /api/pricing', { signal }),
})
