import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { StagingFolders } from '../../../commands/ports/staging-folders.js'
import { exists, inFolder } from './folder.js'
import { moveTo } from './place.js'
import { removeTree } from './remove.js'

export const stagingFolders: StagingFolders = {
  isTaken: async (parent, name) => (await inFolder(parent, (folder) => exists(folder, name))) ?? false,
  begin: async (parent, name) => {
    await mkdir(join(parent, name), { mode: 0o777 })
    return join(parent, name)
  },
  finish: async (parent, from, to) => {
    const moved = await inFolder(parent, async (folder) => {
      try {
        await moveTo({ folder, name: from }, { folder, name: to })
        return 'moved' as const
      } catch (error) {
        if (['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'taken' as const
        throw error
      }
    })
    return moved ?? 'gone'
  },
  discard: async (parent, name) => void (await inFolder(parent, (folder) => removeTree(folder, name))),
  free: async (path) => {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  },
}
