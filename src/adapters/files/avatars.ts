import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Avatars } from '../../commands/ports/avatars.js'

const PRIVATE = { folder: 0o700, file: 0o600 } as const

/** Returns the pictures of users in a folder. A picture is replaced as a whole. */
export const avatarFiles = (folder: string): Avatars => {
  const of = (user: number): string => join(folder, String(user))
  return {
    read: async (user) => {
      try {
        return await readFile(of(user))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    write: async (user, bytes) => {
      await mkdir(folder, { recursive: true, mode: PRIVATE.folder })
      const draft = `${of(user)}.new`
      const file = await open(draft, 'w', PRIVATE.file)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, of(user))
    },
    remove: (user) => rm(of(user), { force: true }),
  }
}
