import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry, EntryType, Listing } from '../../../commands/ports/folder-files.js'
import { factsOf, type Name, namesIn, type OpenFolder } from './folder.js'

const MOST_ENTRIES = 2000
const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Changes with size and time of a file. */
export const etagOf = ({ size, mtimeNs }: Pick<BigIntStats, 'size' | 'mtimeNs'>): string => `${size}-${mtimeNs}`

/** Lists a folder: folders first, in natural order. */
export const listing = async (
  folder: OpenFolder,
  path: string,
  isShown: (name: string) => boolean,
): Promise<Listing> => {
  const names = (await namesIn(folder)).filter(({ text }) => isShown(text))
  const links = names.filter(({ kind, usable }) => kind === 'link' && usable)
  const leadTo = new Map(
    await Promise.all(links.map(async ({ text }) => [text, await typeOfLink(folder, text)] as const)),
  )
  const typeOf = ({ text, usable, kind }: Name): EntryType =>
    !usable ? 'other' : kind === 'link' ? (leadTo.get(text) ?? 'link') : kind
  const isFolder = (name: Name): boolean => ['dir', 'linkdir'].includes(typeOf(name))
  const ordered = [names.filter(isFolder), names.filter((name) => !isFolder(name))].flatMap((part) =>
    part.toSorted((a, b) => inOrder.compare(a.text, b.text)),
  )
  const shown = ordered.slice(0, MOST_ENTRIES)
  const entries = await Promise.all(shown.map((name) => entryOf(folder, path, name, typeOf(name))))
  return { entries: entries.flatMap((entry) => entry ?? []), truncated: ordered.length > shown.length }
}

const typeOfLink = async ({ at }: OpenFolder, text: string): Promise<EntryType> => {
  const target = await stat(join(at, text)).catch(() => null)
  return target?.isDirectory() === true ? 'linkdir' : 'link'
}

/** Returns an entry; null if it was deleted meanwhile. */
const entryOf = async (folder: OpenFolder, path: string, name: Name, type: EntryType): Promise<Entry | null> => {
  const own = { name: name.text, path: path === '' ? name.text : `${path}/${name.text}`, type }
  if (!name.usable) return { ...own, size: null, mtime: null, etag: null }
  const facts = await factsOf(folder, name.text)
  if (facts === null) return null
  const size = type === 'file' ? Number(facts.size) : null
  return { ...own, size, mtime: Math.floor(Number(facts.mtimeNs) / 1e6), etag: etagOf(facts) }
}
