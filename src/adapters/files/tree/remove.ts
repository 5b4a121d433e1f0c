import { lstat, rmdir, unlink } from 'node:fs/promises'
import { inChild, isAbsence, namesIn, type OpenFolder, pathIn } from './folder.js'

/** Deletes an entry and what is in it. Links are deleted, not followed, whatever is replaced meanwhile. */
export const removeTree = (folder: OpenFolder, name: string | Buffer): Promise<void> =>
  ignoringAbsence(async () => {
    const path = pathIn(folder, name)
    if (!(await lstat(path)).isDirectory()) return unlink(path)
    await inChild(folder, name, async (child) => {
      for (const { bytes } of await namesIn(child)) await removeTree(child, bytes)
    })
    await rmdir(path)
  })

const ignoringAbsence = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
}
