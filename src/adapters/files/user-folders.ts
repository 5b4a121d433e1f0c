import { chmod, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { UserFolders } from '../../commands/ports/user-folders.js'
import { reject } from '../../domain/rejection.js'

const PRIVATE = 0o700

/** Returns the own folders of users below a folder. `newId` names those of deleted users. */
export const userFolders = (root: string, newId: () => string): UserFolders => {
  const of = (username: string): string => join(root, username)
  const trying = (work: () => Promise<unknown>, problem: string) =>
    Effect.asVoid(
      Effect.tryPromise({
        try: work,
        catch: (error) =>
          reject('EPROVISION', `${problem}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`),
      }),
    )
  return {
    root,
    of,
    make: (username) =>
      trying(async () => {
        for (const folder of [root, of(username)]) {
          await mkdir(folder, { recursive: true, mode: PRIVATE })
          await chmod(folder, PRIVATE)
        }
      }, 'the folder of the user cannot be created'),
    deleted: Effect.promise(async () => {
      const names = await readdir(root).catch(() => [])
      return names.filter((name) => name.startsWith('.deleted-')).map(of)
    }),
    retire: (username) =>
      trying(async () => {
        const folder = of(username)
        const exists = await stat(folder).catch(() => null)
        if (exists !== null) await rename(folder, join(root, `.deleted-${username}-${newId()}`))
      }, 'the folder of the user cannot be renamed'),
    erase: () => Effect.void,
  }
}
