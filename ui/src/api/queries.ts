import { queryOptions } from '@tanstack/react-query'
import { call } from './call.js'
import type { ImportProgress } from './types.js'

/** The first parts of the query keys: queries with the same one are invalidated together. */
export const keys = {
  triage: ['triage'],
  lanes: ['lanes'],
  trains: ['trains'],
  races: ['races'],
  stats: ['stats'],
  quota: ['quota'],
  settings: ['settings'],
  importProgress: ['import'],
  importGuide: ['import-guide'],
  sessionList: ['sessions'],
  session: ['session'],
  facets: ['facets'],
  search: ['search'],
  insights: ['insights'],
  pricing: ['pricing'],
  alerts: ['alerts'],
  alertRules: ['alert-rules'],
  decisions: ['decisions'],
  budgets: ['budgets'],
  webhooks: ['webhooks'],
  sources: ['sources'],
  updates: ['updates'],
  push: ['push'],
  users: ['users'],
  config: ['config'],
  /** The newest progress of a clone. */
  cloning: ['cloning'],
  account: ['account'],
} as const

/** A part of a lane that the live connection renews: its stack, or the messages that wait in it. */
export const partKey = (id: string | number, part: 'stack' | 'queue') => [...keys.lanes, String(id), part] as const

const MINUTE_MS = 60_000

/** Who is signed in, and whether the service has logins at all. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  queryFn: ({ signal }) => call('GET /api/auth/me', { signal }),
})

/** Sums over everything; "today" is the day of the user. */
export const statsQuery = queryOptions({
  queryKey: keys.stats,
  queryFn: ({ signal }) => call('GET /api/stats', { query: { tz_offset: new Date().getTimezoneOffset() }, signal }),
})

/** The current rate of tokens and cost, and what is left of the plan. The rate falls over time without a message. */
export const quotaQuery = queryOptions({
  queryKey: keys.quota,
  refetchInterval: MINUTE_MS,
  queryFn: ({ signal }) => call('GET /api/quota', { signal }),
})

/** The setup of the service: hooks, database, import. */
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: ({ signal }) => call('GET /api/settings/info', { signal }),
})

/** Loaded from the settings first, then updated by the socket. */
export const importQuery = queryOptions({
  queryKey: keys.importProgress,
  queryFn: async ({ signal }): Promise<ImportProgress | null> =>
    (await call('GET /api/settings/info', { signal })).import,
})

// What belongs to one session has no stale time: it is re-read whenever it comes into view.

/** Where the process of a session runs. It can move to another pane, so it is read each time it is shown. */
export const controllingTerminalQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'terminal'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/terminal', { params: { id }, signal }),
  })

/** The end of a conversation, for the panel beside the list. */
export const lastMessagesQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'last'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/transcript', { params: { id }, query: { limit: 24 }, signal }),
  })

/** One event of a session, found by its time; null if it was deleted. */
export const eventQuery = (session: string, event: number, at: string) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.session, session, 'event', event],
    queryFn: async ({ signal }) => {
      const query = { session_id: session, from: at, to: at, limit: 500 }
      const { events } = await call('GET /api/events', { query, signal })
      return events.find(({ id }) => id === event) ?? null
    },
  })

/** The end of a conversation. A prefetched page is used for a few seconds, then fetched again. */
export const newestPageQuery = (id: string, agent: string | undefined) =>
  queryOptions({
    staleTime: 3000,
    gcTime: 10_000,
    queryKey: [...keys.session, id, 'newest', agent ?? null],
    queryFn: () => call('GET /api/sessions/:id/transcript', { params: { id }, query: { agent_id: agent, limit: 100 } }),
  })

/** The number of alerts that nobody has acknowledged. */
export const openAlertsQuery = queryOptions({
  queryKey: [...keys.alerts, 'open'],
  queryFn: async ({ signal }) => (await call('GET /api/alerts', { query: { limit: 1 }, signal })).unacked,
})

/** Lanes of the list of decisions that are not read yet are asked for again after this time. */
const UNREAD_MS = 1000
/** What changes in the directories of lanes is not announced. */
const DECISIONS_MS = 20_000

/** What waits for a decision. */
export const decisionsQuery = queryOptions({
  queryKey: keys.decisions,
  queryFn: ({ signal }) =>
    call('GET /api/decisions', { query: { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }, signal }),
  refetchInterval: ({ state: { data } }) => ((data?.unread ?? 0) > 0 ? UNREAD_MS : DECISIONS_MS),
})

/** The budgets, with what is spent of each. */
export const budgetsQuery = queryOptions({
  queryKey: keys.budgets,
  queryFn: async ({ signal }) => (await call('GET /api/budgets', { signal })).budgets,
})

/** Whether a newer version is known. Does not use the network. */
export const updatesQuery = queryOptions({
  queryKey: keys.updates,
  queryFn: ({ signal }) => call('GET /api/updates/status', { signal }),
})
