import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './call.js'
import type { ImportProgress } from './types.js'

/** First words of the query keys: what is invalidated together. */
export const keys = {
  triage: ['triage'],
  lanes: ['lanes'],
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
  budgets: ['budgets'],
  webhooks: ['webhooks'],
  sources: ['sources'],
  updates: ['updates'],
  push: ['push'],
} as const

const MINUTE_MS = 60_000

/** Sums over everything; "today" is the reader's day. */
export const statsQuery = queryOptions({
  queryKey: keys.stats,
  queryFn: ({ signal }) => call('GET /api/stats', { query: { tz_offset: new Date().getTimezoneOffset() }, signal }),
})

/** How fast tokens and money go, and what is left of the plan. The rate falls by itself, without a message. */
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

/** Filled from the settings at first and by the socket from then on. */
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

/** Counts of one session, tokens by kind among them. */
export const sessionStatsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'stats'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/stats', { params: { id }, signal }),
  })

/** Whose conversations can be read. */
export const transcriptsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'transcripts'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/transcripts', { params: { id }, signal }),
  })

/** A line of a transcript as it was written. It never changes. */
export const transcriptLineQuery = (id: string, agent: string | undefined, line: number) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.session, id, 'line', agent ?? 'main', line],
    queryFn: ({ signal }) =>
      call('GET /api/sessions/:id/transcript-line', { params: { id }, query: { agent_id: agent, line }, signal }),
  })

/** The lines of a whole conversation that hold some words. */
export const transcriptFindQuery = (id: string, agent: string | undefined, words: string) =>
  queryOptions({
    staleTime: 5000,
    queryKey: [...keys.session, id, 'find', agent ?? 'main', words],
    queryFn: ({ signal }) =>
      call('GET /api/sessions/:id/transcript-find', { params: { id }, query: { agent_id: agent, q: words }, signal }),
  })

/** The end of a conversation, for the panel beside the list. */
export const lastMessagesQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'last'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/transcript', { params: { id }, query: { limit: 24 }, signal }),
  })

/** The kinds and tools that events can be filtered by; new ones are rare. */
export const eventFacetsQuery = queryOptions({
  queryKey: keys.facets,
  staleTime: 60_000,
  queryFn: ({ signal }) => call('GET /api/events/facets', { signal }),
})

/** The values that sessions can be filtered by; new ones are rare. */
export const sessionFacetsQuery = queryOptions({
  queryKey: [...keys.facets, 'sessions'],
  staleTime: 60_000,
  queryFn: ({ signal }) => call('GET /api/sessions/facets', { signal }),
})

/** One event of a session, found by its moment; null when it is not kept any more. */
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

/** One event by its id; null if it was deleted. */
export const eventByIdQuery = (session: string, event: number) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.session, session, 'event-by-id', event],
    queryFn: async ({ signal }) => {
      const { events } = await call('GET /api/events', { query: { id: String(event) }, signal })
      return events[0] ?? null
    },
  })

/** The files that the tool calls of a session changed. */
export const sessionFilesQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'files'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/files', { params: { id }, signal }),
  })

const EDITS = 20

/** The file changes of a session with their lines, page by page; of one file, or of all. */
export const sessionEditsQuery = (id: string, path: string | undefined) =>
  infiniteQueryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'edits', path ?? null],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/sessions/:id/edits', {
        params: { id },
        query: { limit: EDITS, offset: pageParam, path },
        signal,
      }),
    getNextPageParam: ({ offset, limit, total }) => (offset + limit < total ? offset + limit : undefined),
  })

/** The tool calls of a session over time, for the strip of its header. */
export const sessionStripQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'strip'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/strip', { params: { id }, signal }),
  })

/** The end of a conversation. What was asked ahead is taken within seconds or asked anew. */
export const newestPageQuery = (id: string, agent: string | undefined) =>
  queryOptions({
    staleTime: 3000,
    gcTime: 10_000,
    queryKey: [...keys.session, id, 'newest', agent ?? null],
    queryFn: () => call('GET /api/sessions/:id/transcript', { params: { id }, query: { agent_id: agent, limit: 100 } }),
  })

/** One session taken apart: its agents as lanes, its calls as bars. */
export const drillInQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'drill-in'],
    queryFn: ({ signal }) => call('GET /api/workflows/session/:id', { params: { id }, signal }),
  })

/** What one session cost, by model and terms, and by the reader's days. */
export const sessionCostQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'cost'],
    queryFn: ({ signal }) =>
      call('GET /api/pricing/cost/:sessionId', {
        params: { sessionId: id },
        query: { tz_offset: new Date().getTimezoneOffset() },
        signal,
      }),
  })

/** What tokens cost. */
export const pricingQuery = queryOptions({
  queryKey: keys.pricing,
  queryFn: ({ signal }) => call('GET /api/pricing', { signal }),
})

/** How many alerts nobody has acknowledged. */
export const openAlertsQuery = queryOptions({
  queryKey: [...keys.alerts, 'open'],
  queryFn: async ({ signal }) => (await call('GET /api/alerts', { query: { limit: 1 }, signal })).unacked,
})

/** What is watched for. */
export const alertRulesQuery = queryOptions({
  queryKey: keys.alertRules,
  queryFn: async ({ signal }) => (await call('GET /api/alerts/rules', { signal })).rules,
})

/** The budgets, with what is spent of each. */
export const budgetsQuery = queryOptions({
  queryKey: keys.budgets,
  queryFn: async ({ signal }) => (await call('GET /api/budgets', { signal })).budgets,
})

/** Whether something newer is known; asks no network. */
export const updatesQuery = queryOptions({
  queryKey: keys.updates,
  queryFn: ({ signal }) => call('GET /api/updates/status', { signal }),
})
