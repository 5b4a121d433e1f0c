import type { RouteAnswer, RouteBody } from '../../../src/http/contract/index.js'
import { address } from './address.js'
import { call, fetchBlob } from './call.js'

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

/** What a file looks like; `none` for what is neither a text nor a picture, or too large to look at. */
export type Preview =
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  | { readonly kind: 'image'; readonly image: Blob }
  | { readonly kind: 'none' }

const NONE = { kind: 'none' } as const

/** Bytes. */
const MOST = { text: 512 * 1024, image: 20 * 1024 * 1024 }

/** By the ending of the name: what a file says about itself is not believed. */
const IMAGES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** Characters that no text has: what is not UTF-8 becomes the second. */
const isText = (content: string): boolean => !content.includes('\0') && !content.includes('\ufffd')

/** Reads what a file looks like. */
export const previewOf = async (of: FilesOf, entry: Entry, signal: AbortSignal): Promise<Preview> => {
  const { name, path, size } = entry
  const type = IMAGES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  if (size === null || size > (type === undefined ? MOST.text : MOST.image)) return NONE
  if (of.kind === 'home') {
    const blob = await fetchBlob(downloadAddress(of, [entry]), signal)
    if (type !== undefined) return { kind: 'image', image: new Blob([blob], { type }) }
    const text = await blob.text()
    return isText(text) ? { kind: 'text', text, isCut: false } : NONE
  }
  const params = { id: of.id }
  if (type !== undefined)
    return { kind: 'image', image: await fetchBlob(address('/api/lanes/:id/git/raw', params, { path }), signal) }
  const file = await call('GET /api/lanes/:id/git/file', { params, query: { path }, signal })
  if (!file.available || file.binary) return NONE
  return { kind: 'text', text: file.lines.join('\n'), isCut: file.truncated }
}
