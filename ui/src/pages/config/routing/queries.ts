import { queryOptions } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

export type Proxy = RouteAnswer<'GET /api/ai-routers'>['routers'][number]
export type LaneResults = RouteAnswer<'DELETE /api/ai-routers/:name'>['lanes']
export type Profile = RouteAnswer<'GET /api/cc-config/profiles'>['profiles'][number]
export type Pool = RouteAnswer<'GET /api/accounts'>
export type ClaudeAccount = Pool['accounts'][number]
export type CodexAccount = Pool['codex'][number]

/** The login of the CLI changes outside of the service, so it is read again when the page is shown again. */
export const profilesQuery = queryOptions({
  queryKey: [...keys.config, 'profiles'],
  queryFn: ({ signal }) => call('GET /api/cc-config/profiles', { signal }),
  refetchOnWindowFocus: true,
})

/** Asked on a click only: the vendor counts it. */
export const quotaQuery = (name: string) =>
  queryOptions({
    queryKey: ['login-quota', name],
    queryFn: () => call('POST /api/cc-config/profiles/quota', { body: { name } }),
    enabled: false,
    staleTime: Infinity,
    retry: false,
  })

const POLL_MS = 30_000

export const poolQuery = queryOptions({
  queryKey: [...keys.config, 'pool'],
  queryFn: ({ signal }) => call('GET /api/accounts', { signal }),
  refetchInterval: POLL_MS,
})

export const movableQuery = queryOptions({
  queryKey: [...keys.config, 'movable'],
  queryFn: async ({ signal }) => (await call('GET /api/accounts/profiles', { signal })).profiles,
})
