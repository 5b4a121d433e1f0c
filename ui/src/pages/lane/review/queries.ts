import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { Block } from './segments.js'

/** Agents change files without telling: what is shown is read again after this time. */
const REREAD_MS = 5000

/** What a lane changed, block by block, and what the user has seen of it. */
export const seenQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'seen'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/seen', { params: { id }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** The changes of one file. `diff` identifies the state of the lane that they belong to. */
export const fileQuery = (id: string, path: string, diff: string) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.lanes, id, 'seen', 'file', path, diff],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/seen/file', { params: { id }, query: { path }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The comments on the changes of a lane. */
export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'comments'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/comments', { params: { id }, signal }),
  })

/** What is checked before a lane lands. */
export const landQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'land'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/land', { params: { id }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** Which recorded edits wrote the lines of a block. */
export const whyQuery = (lane: string, path: string, { new_start, added }: Block, diff: string) =>
  queryOptions({
    queryKey: [...keys.lanes, lane, 'why', path, new_start, added, diff],
    enabled: added > 0,
    queryFn: ({ signal }) =>
      call('GET /api/lanes/:id/why', { params: { id: lane }, query: { path, line: new_start, count: added }, signal }),
  })

/** The newest run of each check in the lane. */
export const evidenceQuery = (lane: string) =>
  queryOptions({
    queryKey: [...keys.lanes, lane, 'evidence'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/evidence', { params: { id: lane }, signal }),
    refetchInterval: REREAD_MS,
  })

/** The branch of a lane, how much is not committed, and whether a merge is in progress. */
export const gitQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'git'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/git', { params: { id }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** The files that are not committed. */
export const workQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'work'],
    queryFn: ({ signal }) =>
      call('GET /api/lanes/:id/git/changes', { params: { id }, query: { range: 'work' }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** The changes of one file that are not committed. */
export const workFileQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'work', path],
    queryFn: ({ signal }) =>
      call('GET /api/lanes/:id/git/changes', { params: { id }, query: { range: 'work', path, words: true }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** A file with conflicts, with the markers that git wrote. */
export const conflictQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'conflict', path],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/git/file', { params: { id }, query: { path }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** The newest commits of a lane. */
export const commitsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'commits'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/git/log', { params: { id }, query: { limit: 200 }, signal }),
    refetchInterval: REREAD_MS,
    retry: false,
  })

/** What one commit changed. It never changes. */
export const commitQuery = (id: string, sha: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'commit', sha],
    queryFn: ({ signal }) =>
      call('GET /api/lanes/:id/git/changes', {
        params: { id },
        query: { range: 'commit', sha, full: true, words: true },
        signal,
      }),
    staleTime: Infinity,
    retry: false,
  })

/** The commits that would hold what each turn wrote. They are read once for each dialog: what is edited in it must not change. */
export const turnCommitsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.lanes, id, 'turn-commits'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/git/commit-turns', { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
