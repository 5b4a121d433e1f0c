import { queryOptions } from '@tanstack/react-query'
import { allLanes } from '../../../api/all-lanes.js'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { lastPart } from '../../../format/format.js'

/** Directories of lanes and of recent agents, the repositories of lanes first. The home is a place for a folder only. */
export const directoriesQuery = queryOptions({
  staleTime: 0,
  queryKey: [...keys.lanes, 'directories'],
  queryFn: async ({ signal }) => {
    const [{ items }, lanes] = await Promise.all([call('GET /api/run/cwds', { signal }), allLanes(signal)])
    const managed = new Set(lanes.flatMap(({ kind, cwd }) => (kind === 'managed' ? [cwd] : [])))
    const repositories = lanes.flatMap(({ source_repo: path }) => (path === null ? [] : [path]))
    const homes = new Set(items.flatMap(({ kind, path }) => (kind === 'home' ? [path] : [])))
    const paths = [...repositories, ...items.map(({ path }) => path).filter((path) => !managed.has(path))]
    return [...new Set(paths)].map((path) => ({
      value: path,
      label: path,
      note: lastPart(path),
      isHome: homes.has(path),
    }))
  },
})

/** The branches of the repository at a path. */
export const branchesQuery = (path: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, 'branches', path],
    queryFn: ({ signal }) => call('GET /api/lanes/branches', { query: { path }, signal }),
  })

/** What a new worktree of the repository at a path gets besides its checkout. */
export const preparationQuery = (path: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, 'preparation', path],
    queryFn: ({ signal }) => call('GET /api/lanes/preparation', { query: { path }, signal }),
  })
