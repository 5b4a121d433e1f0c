import { queryOptions } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

export type ProofFeature = RouteAnswer<'GET /api/lanes/:id/proof'>['features'][number]

/** Agents write files without telling: what is shown is read again after this time. */
const REREAD_MS = 5000

/** The images and reports of a lane, by feature. */
export const proofQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, id, 'proof'],
    queryFn: async ({ signal }) => (await call('GET /api/lanes/:id/proof', { params: { id }, signal })).features,
    refetchInterval: REREAD_MS,
    retry: false,
  })
