import { baseName } from './paths.js'

export interface TreeEntry {
  readonly name: string
  readonly path: string
  readonly dir: boolean
  /** The status of a changed file. */
  readonly status?: string
  /** Of a directory: something in it is changed. */
  readonly changed?: boolean
}

const TOP = ''

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * Returns the entries of all directories that contain files, by the directory's path; the top one is empty. Directories come
 * first, and each kind by name.
 * @param statuses the status of each changed file
 * @param maxEntries entries of further files are left out
 */
export const treeOf = (
  files: readonly string[],
  statuses: ReadonlyMap<string, string>,
  maxEntries: number,
): { readonly levels: ReadonlyMap<string, readonly TreeEntry[]>; readonly truncated: boolean } => {
  const levels = new Map<string, TreeEntry[]>([[TOP, []]])
  const changed = new Set<string>()
  for (const path of statuses.keys()) {
    for (let above = parentOf(path); above !== TOP && !changed.has(above); above = parentOf(above)) changed.add(above)
  }
  let count = 0
  const put = (entry: TreeEntry): void => {
    count += 1
    levels.get(parentOf(entry.path))?.push(entry)
  }
  const open = (dir: string): void => {
    if (levels.has(dir)) return
    open(parentOf(dir))
    levels.set(dir, [])
    put({ name: baseName(dir), path: dir, dir: true, ...(changed.has(dir) ? { changed: true } : {}) })
  }
  for (const path of files) {
    if (count >= maxEntries) return { levels: sorted(levels), truncated: true }
    open(parentOf(path))
    const status = statuses.get(path)
    put({ name: baseName(path), path, dir: false, ...(status === undefined ? {} : { status }) })
  }
  return { levels: sorted(levels), truncated: false }
}

const sorted = (levels: Map<string, TreeEntry[]>): ReadonlyMap<string, readonly TreeEntry[]> => {
  for (const entries of levels.values()) entries.sort(inOrder)
  return levels
}

const inOrder = (a: TreeEntry, b: TreeEntry): number => {
  if (a.dir !== b.dir) return a.dir ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

/** Returns the files whose path contains a text, in any case: those whose name contains it first. */
export const matchingFiles = (files: readonly string[], text: string): readonly string[] => {
  const wanted = text.toLowerCase()
  const matching = files.filter((path) => path.toLowerCase().includes(wanted))
  const [byName, byPath]: [string[], string[]] = [[], []]
  for (const path of matching) (baseName(path).toLowerCase().includes(wanted) ? byName : byPath).push(path)
  return [...byName, ...byPath]
}
