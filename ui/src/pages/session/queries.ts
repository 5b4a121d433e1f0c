import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'

// What belongs to one session has no stale time: it is re-read whenever it comes into view.

/** A line of a transcript as it was written. It never changes. */
export const transcriptLineQuery = (id: string, agent: string | undefined, line: number) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.session, id, 'line', agent ?? 'main', line],
    queryFn: ({ signal }) =>
      call('GET /api/sessions/:id/transcript-line', { params: { id }, query: { agent_id: agent, line }, signal }),
  })

/** The lines of a conversation that contain a text. */
export const transcriptFindQuery = (id: string, agent: string | undefined, words: string) =>
  queryOptions({
    staleTime: 5000,
    queryKey: [...keys.session, id, 'find', agent ?? 'main', words],
    queryFn: ({ signal }) =>
      call('GET /api/sessions/:id/transcript-find', { params: { id }, query: { agent_id: agent, q: words }, signal }),
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

/** The agents of a session as lanes and their calls as bars. */
export const drillInQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'drill-in'],
    queryFn: ({ signal }) => call('GET /api/workflows/session/:id', { params: { id }, signal }),
  })

/** The turns of a session, oldest first. */
export const sessionTurnsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'turns'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/turns', { params: { id }, signal }),
  })

/** The cost of a session by model and terms, and by day of the user. */
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
