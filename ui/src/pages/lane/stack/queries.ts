import { queryOptions } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { partKey } from '../../../api/queries.js'

/** The stack of a lane that has a profile. */
export type Stack = Extract<RouteAnswer<'GET /api/lanes/:id/runtime'>, { readonly available: true }>
export type Hook = RouteAnswer<'GET /api/lanes/:id/hooks'>['hooks'][number]

/** Processes, ports and logs change without a message. */
const BUSY_MS = 1500
const AT_REST_MS = 5000

/** The services and ports of a lane, as they are now. */
export const stackQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: partKey(id, 'stack'),
    queryFn: ({ signal }) => call('GET /api/lanes/:id/runtime', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.available === true && data.jobs.length > 0 ? BUSY_MS : AT_REST_MS),
    retry: false,
  })

/** The hooks of the profile, with how each ended last. */
export const hooksQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...partKey(id, 'stack'), 'hooks'],
    queryFn: async ({ signal }) => (await call('GET /api/lanes/:id/hooks', { params: { id }, signal })).hooks,
    refetchInterval: ({ state: { data } }) => (data?.some(({ running }) => running !== null) ? BUSY_MS : AT_REST_MS),
    retry: false,
  })

/** Bytes from the end of a log. */
const TAIL = 65_536
/** Enough for the last line. */
const LAST_LINE = 4096

const tailQuery = (id: string, svc: string, tail: number, refetchInterval: number) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...partKey(id, 'stack'), 'log', svc, tail],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/logs/:svc', { params: { id, svc }, query: { tail }, signal }),
    refetchInterval,
    retry: false,
  })

/** The end of a log. */
export const logQuery = (id: string, svc: string) => tailQuery(id, svc, TAIL, BUSY_MS)

/** The last lines of a log. */
export const lastLinesQuery = (id: string, svc: string) => tailQuery(id, svc, LAST_LINE, AT_REST_MS)
