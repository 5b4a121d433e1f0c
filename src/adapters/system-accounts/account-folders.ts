import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { UserFolders } from '../../commands/ports/user-folders.js'
import { reject } from '../../domain/rejection.js'
import { askHelper } from './helper-process.js'

/** Returns the homes of system accounts as the own folders of users. The helper makes and deletes them, with their accounts. */
export const accountFolders = (root: string, disconnect: (username: string) => Effect.Effect<void>): UserFolders => {
  const of = (username: string): string => join(root, username)
  const asked = (verb: 'add' | 'remove', username: string, problem: string) =>
    Effect.zipRight(disconnect(username), askHelper({ verb, username })).pipe(
      Effect.asVoid,
      Effect.mapError(({ message }) => reject('EPROVISION', `${problem}: ${message}`)),
    )
  return {
    root,
    of,
    make: (username) => asked('add', username, 'the system account of the user cannot be made'),
    deleted: Effect.promise(async () => {
      const names = await readdir(root).catch(() => [])
      return names.filter((name) => name.startsWith('.deleted-')).map(of)
    }),
    retire: (username) => asked('remove', username, 'what a user of this name has left cannot be removed'),
    erase: (username) => asked('remove', username, 'nothing was deleted, because the system account cannot be removed'),
  }
}
