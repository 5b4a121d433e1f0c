import { mkdir, opendir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderEntries, FolderEntry } from '../../commands/ports/folder-entries.js'

const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Returns a file or a folder, also behind a link; null for what cannot be read, and for devices, sockets and pipes. */
const entryAt = async (folder: string, name: string, isLink: boolean): Promise<FolderEntry | null> => {
  try {
    const path = join(folder, name)
    const facts = await stat(path)
    const isFolder = facts.isDirectory()
    if (!isFolder && !facts.isFile()) return null
    return { name, mtime: facts.mtimeMs, isFolder, leadsTo: isLink ? await realpath(path) : null }
  } catch {
    return null
  }
}

export const folderEntries: FolderEntries = {
  list: async (path, most) => {
    const entries: FolderEntry[] = []
    let truncated = false
    const opened = await opendir(path).catch(() => null)
    if (opened === null) return { entries, truncated }
    for await (const found of opened) {
      // Its name is not UTF-8, so nothing could be done with it.
      if (found.name.includes('\ufffd')) continue
      if (entries.length >= most) {
        truncated = true
        break
      }
      const entry = await entryAt(path, found.name, found.isSymbolicLink())
      if (entry !== null) entries.push(entry)
    }
    return { entries: entries.toSorted((a, b) => inOrder.compare(a.name, b.name)), truncated }
  },
  make: async (parent, name) => {
    try {
      await mkdir(join(parent, name))
      return 'made'
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return 'exists'
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'no parent' : 'refused'
    }
  },
}
