import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry, EntryType, Listing } from '../../../commands/ports/folder-files.js'
import { factsOf, type Name, namesIn, type OpenFolder } from './folder.js'

const MOST_ENTRIES = 2000
/** Links of which it is found out whether they lead to folders. */
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
  const typed = await Promise.all(names.map(async (name) => ({ name, type: await typeOf(folder, name) })))
  const isFolder = (type: EntryType): boolean => type === 'dir' || type === 'linkdir'
  const ordered = typed.toSorted(
    (a, b) => Number(isFolder(b.type)) - Number(isFolder(a.type)) || inOrder.compare(a.name.text, b.name.text),
  )
  const shown = ordered.slice(0, MOST_ENTRIES)
  const entries = await Promise.all(shown.map(({ name, type }) => entryOf(folder, path, name, type)))
  return { entries: entries.flatMap((entry) => entry ?? []), truncated: ordered.length > shown.length }
}

const typeOf = async ({ at }: OpenFolder, { text, usable, kind }: Name): Promise<EntryType> => {
  if (!usable) return 'other'
  if (kind !== 'link') return kind
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
