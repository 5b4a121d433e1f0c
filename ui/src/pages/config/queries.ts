import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Provider } from '../../../../src/domain/tools/catalog.js'
import type { FileAt, Item, Kind, Place } from './kinds.js'

const baseOf = (tool: Provider) => (tool === 'claude' ? 'cc-config' : 'codex-config')

const queryOf = ({ project, isProjectOnly }: Place) => ({
  scope: isProjectOnly ? 'project' : 'all',
  ...(project === undefined ? {} : { cwd: project }),
})

/** Reads one list of a tool. Files change on disk, so it is read again when the page is shown again. */
const listQuery = <A>(place: Place, kind: Kind, read: (signal: AbortSignal) => Promise<{ readonly items: A }>) =>
  queryOptions({
    queryKey: [...keys.config, place.tool, kind, queryOf(place)],
    queryFn: async ({ signal }) => (await read(signal)).items,
    refetchOnWindowFocus: true,
  })

/** The lists of both tools have one shape for each kind, so one of the routes stands for its siblings. */
const routeOf = <R extends string>(tool: Provider, kind: Kind): R => `GET /api/${baseOf(tool)}/${kind}` as R

export const itemsQuery = (place: Place, kind: Kind) =>
  listQuery<readonly Item[]>(place, kind, (signal) =>
    call(routeOf<'GET /api/cc-config/skills'>(place.tool, kind), { query: queryOf(place), signal }),
  )

export const overviewQuery = (place: Place) =>
  listQuery(place, 'overview', (signal) =>
    call(routeOf<'GET /api/cc-config/overview'>(place.tool, 'overview'), { query: queryOf(place), signal }),
  )

export const serversQuery = (place: Place) =>
  listQuery(place, 'mcp', (signal) =>
    call(routeOf<'GET /api/cc-config/mcp'>(place.tool, 'mcp'), { query: queryOf(place), signal }),
  )

export const settingsQuery = (place: Place) => {
  const kind = place.tool === 'claude' ? 'settings' : 'config'
  return listQuery(place, kind, (signal) =>
    call(routeOf<'GET /api/cc-config/settings'>(place.tool, kind), { query: queryOf(place), signal }),
  )
}

export const hooksQuery = (place: Place) =>
  listQuery(place, 'hooks', (signal) => call('GET /api/cc-config/hooks', { query: queryOf(place), signal }))

export const pluginsQuery = (place: Place) =>
  listQuery(place, 'plugins', (signal) =>
    call(routeOf<'GET /api/cc-config/plugins'>(place.tool, 'plugins'), { query: queryOf(place), signal }),
  )

export const marketplacesQuery = (place: Place) =>
  listQuery(place, 'marketplaces', (signal) =>
    call(routeOf<'GET /api/cc-config/marketplaces'>(place.tool, 'marketplaces'), { query: queryOf(place), signal }),
  )

export const keybindingsQuery = (place: Place) =>
  listQuery(place, 'keybindings', (signal) => call('GET /api/cc-config/keybindings', { query: queryOf(place), signal }))

export const statusLinesQuery = (place: Place) =>
  listQuery(place, 'statusline', (signal) => call('GET /api/cc-config/statusline', { query: queryOf(place), signal }))

export const fileQuery = (tool: Provider, { name, ...file }: FileAt) =>
  queryOptions({
    queryKey: [...keys.config, tool, 'file', file, name],
    queryFn: ({ signal }) =>
      call(routeOf<'GET /api/cc-config/file'>(tool, 'file' as Kind), {
        query: { ...file, ...(name === null ? {} : { name }) },
        signal,
      }),
  })

export const backupsQuery = (path: string) =>
  queryOptions({
    queryKey: [...keys.config, 'backups', path],
    queryFn: async ({ signal }) => (await call('GET /api/cc-config/backups', { query: { file: path }, signal })).items,
  })

/** Changes of both tools, which have the same routes. */
export const saveFile = (tool: Provider, file: FileAt, content: string, baseSha: string | null) =>
  call(`PUT /api/${baseOf(tool)}/file` as 'PUT /api/cc-config/file', {
    body: { ...file, content, ...(baseSha === null ? {} : { baseSha }) },
  })

export const deleteFile = (tool: Provider, file: FileAt) =>
  call(`DELETE /api/${baseOf(tool)}/file` as 'DELETE /api/cc-config/file', { body: file })

export const addServer = (tool: Provider, body: Parameters<typeof call<'POST /api/cc-config/mcp/add'>>[1]) =>
  call(`POST /api/${baseOf(tool)}/mcp/add` as 'POST /api/cc-config/mcp/add', body)

export const removeServer = (tool: Provider, name: string, scope: string, cwd: string | undefined) =>
  call(`POST /api/${baseOf(tool)}/mcp/remove` as 'POST /api/cc-config/mcp/remove', {
    body: { name, scope, ...(cwd === undefined ? {} : { cwd }) },
  })

export const createMemory = (tool: Provider, cwd: string) =>
  call(`POST /api/${baseOf(tool)}/memory` as 'POST /api/cc-config/memory', { body: { cwd } })

const POLL_MS = 1000

/** How far the last update of all plugins is. */
export const updatesQuery = queryOptions({
  queryKey: [...keys.config, 'updates'],
  queryFn: ({ signal }) => call('GET /api/cc-config/plugins/update-all', { signal }),
  refetchInterval: ({ state }) => (state.data?.running === true ? POLL_MS : false),
})

export const startUpdates = () => call('POST /api/cc-config/plugins/update-all')
