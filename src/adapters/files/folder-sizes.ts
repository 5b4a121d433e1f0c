import type { Dir } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderSizes } from '../../commands/ports/folder-sizes.js'

const MOST_ENTRIES = 1_000_000
const MOST_MS = 60_000

/** Returns what measures folders. `now` counts milliseconds. */
export const folderSizes = (now: () => number): FolderSizes => ({
  of: async (folder) => {
    const until = now() + MOST_MS
    const waiting = [folder]
    let [bytes, files, entries] = [0, 0, 0]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // What cannot be read, and what is gone meanwhile, counts nothing.
      const opened: Dir | null = await opendir(next).catch(() => null)
      if (opened === null) continue
      for await (const entry of opened) {
        entries += 1
        if (entries > MOST_ENTRIES || now() > until) return { bytes, files, partial: true }
        const path = join(next, entry.name)
        if (entry.isDirectory()) waiting.push(path)
        else {
          files += 1
          bytes += (await lstat(path).catch(() => null))?.size ?? 0
        }
      }
    }
    return { bytes, files, partial: false }
  },
})
