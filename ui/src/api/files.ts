import type { RouteAnswer, RouteBody } from '../../../src/http/contract/index.js'
import { call } from './call.js'

/** Whose files: those in the folder of a lane, or those in the home of a user. */
export type FilesOf = { readonly kind: 'lane'; readonly id: string } | { readonly kind: 'home'; readonly who: string }

export type Listing = RouteAnswer<'GET /api/lanes/:id/fs/list'>
export type Entry = Listing['entries'][number]
export type TrashItem = RouteAnswer<'GET /api/lanes/:id/fs/trash'>['items'][number]

export const listFiles = (of: FilesOf, path: string, signal: AbortSignal): Promise<Listing> =>
  of.kind === 'lane'
    ? call('GET /api/lanes/:id/fs/list', { params: { id: of.id }, query: { path }, signal })
    : call('GET /api/homes/:who/fs/list', { params: { who: of.who }, query: { path }, signal })

export const listTrash = (of: FilesOf, signal: AbortSignal) =>
  of.kind === 'lane'
    ? call('GET /api/lanes/:id/fs/trash', { params: { id: of.id }, signal })
    : call('GET /api/homes/:who/fs/trash', { params: { who: of.who }, signal })

type Verb = 'mkdir' | 'rename' | 'move' | 'copy' | 'delete' | 'trash/restore' | 'trash/purge'
type LaneRoute<V extends Verb> = `POST /api/lanes/:id/fs/${V}`

/** Changes files. The routes of lanes and homes take and answer the same. */
export const changeFiles = <V extends Verb>(
  of: FilesOf,
  verb: V,
  body: RouteBody<LaneRoute<V>>,
): Promise<RouteAnswer<LaneRoute<V>>> => {
  const [route, params] =
    of.kind === 'lane'
      ? ([`POST /api/lanes/:id/fs/${verb}`, { id: of.id }] as const)
      : ([`POST /api/homes/:who/fs/${verb}`, { who: of.who }] as const)
  return call(route as LaneRoute<Verb>, { params, body } as never) as Promise<RouteAnswer<LaneRoute<V>>>
}

const folderOf = (of: FilesOf): string =>
  of.kind === 'lane' ? `/api/lanes/${encodeURIComponent(of.id)}/fs` : `/api/homes/${encodeURIComponent(of.who)}/fs`

/** The address of an upload into a folder. */
export const uploadAddress = (of: FilesOf, path: string, conflict: string): string =>
  `${folderOf(of)}/upload?${new URLSearchParams({ path, conflict }).toString()}`

/** The address that saves entries: a file of a home unchanged, anything else as an archive. */
export const downloadAddress = (of: FilesOf, entries: readonly Entry[]): string => {
  const [only] = entries
  if (of.kind === 'home' && entries.length === 1 && only?.type === 'file')
    return `${folderOf(of)}/download?${new URLSearchParams({ path: only.path }).toString()}`
  return `${folderOf(of)}/zip?${new URLSearchParams(entries.map(({ path }) => ['p', path])).toString()}`
}
