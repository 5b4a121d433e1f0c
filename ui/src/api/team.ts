import { queryOptions } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { call } from './call.js'
import { keys } from './queries.js'

export type User = RouteAnswer<'GET /api/users/:id'>['user']
export type UserWithUsage = RouteAnswer<'GET /api/users'>['users'][number]
export type AuditRow = RouteAnswer<'GET /api/users/audit'>['rows'][number]
export type Account = Extract<RouteAnswer<'GET /api/me/account'>, { readonly mode: 'server' }>
export type AccessToken = RouteAnswer<'GET /api/me/tokens'>['tokens'][number]

const MEASURED_MS = 2000

export const usersQuery = queryOptions({
  queryKey: [...keys.users, 'list'],
  queryFn: async ({ signal }) => (await call('GET /api/users', { signal })).users,
})

/** The sizes of own folders, which are measured in the background. */
export const storageQuery = queryOptions({
  queryKey: [...keys.users, 'storage'],
  queryFn: ({ signal }) => call('GET /api/users/storage', { signal }),
  refetchInterval: ({ state }) => (state.data?.measuring === true ? MEASURED_MS : false),
})

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.users, 'one', id],
    queryFn: ({ signal }) => call('GET /api/users/:id', { params: { id }, signal }),
  })

export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: ({ signal }) => call('GET /api/me/account', { signal }),
})

export const tokensQuery = queryOptions({
  queryKey: [...keys.account, 'tokens'],
  queryFn: async ({ signal }) => (await call('GET /api/me/tokens', { signal })).tokens,
})
