import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { isFolderName } from '../../domain/lane/folder-name.js'
import { reject } from '../../domain/rejection.js'
import type { Confinement } from '../access/confinement.js'
import { Directories } from '../ports/directories.js'
import type { FolderEntries } from '../ports/folder-entries.js'
import { isPath } from './path.js'

interface BrowseParts {
  readonly confinement: Confinement
  readonly entries: FolderEntries
  /** Returns the own folder of a user who is confined; null for everybody else. */
  readonly folderOf: (caller: Caller) => string | null
  /** Returns the home of an admin with a system account, who is not confined to it; null for everybody else. */
  readonly accountHomeOf: (caller: Caller) => string | null
}

interface Wanted {
  /** Absolute; `~` and `~/…` are in the home of the caller. */
  readonly path: string | undefined
  readonly files: boolean
  readonly hidden: boolean
  /** Whether an admin with a system account starts in the home of the service. */
  readonly host: boolean
}

const MOST_ENTRIES = 2000

const badPath = () => reject('EBADPATH', 'path: must be absolute, or start with ~/', { fields: { field: 'path' } })
const missing = () => reject('ENOTFOUND', 'folder not found')

/** Returns the commands of the folder browser, with which users choose where a lane is. */
export const browseCommands = ({ confinement, entries, folderOf, accountHomeOf }: BrowseParts) => {
  /** Returns the folder that a caller starts from, without links. */
  const homeOf = (caller: Caller) =>
    Effect.gen(function* () {
      const { find, home } = yield* Directories
      return (yield* find(folderOf(caller) ?? accountHomeOf(caller) ?? home)).path
    })

  /** Returns a folder that the caller may see. What is outside is refused alike, whether it exists or not. */
  const folderAt = (caller: Caller, given: string, home: string) =>
    Effect.gen(function* () {
      const path = given === '~' ? home : given.startsWith('~/') ? `${home}/${given.slice(2)}` : given
      if (!isPath(path)) return yield* Effect.fail(badPath())
      const at = yield* (yield* Directories).find(path)
      yield* confinement.inside(caller, at.path)
      if (at.is === 'missing' || at.is === 'unreadable') return yield* Effect.fail(missing())
      return at.is === 'file' ? yield* Effect.fail(badPath()) : at.path
    })

  /** Returns a folder that exists and that the caller may use, without links. */
  const existing = (given: unknown, caller: Caller) =>
    Effect.flatMap(homeOf(caller), (home) => folderAt(caller, typeof given === 'string' ? given : '', home))

  return {
    home: homeOf,

    existing,

    /** Lists a folder: folders first, in natural order. */
    list: ({ path, files, hidden, host }: Wanted, caller: Caller) =>
      Effect.gen(function* () {
        const home = yield* homeOf(caller)
        const hostHome = accountHomeOf(caller) === null ? undefined : (yield* Directories).home
        const start = host && hostHome !== undefined ? hostHome : '~'
        const folder = yield* folderAt(caller, path ?? start, home)
        const own = folderOf(caller)
        // The top of an own folder has what agents keep.
        const isTop = own !== null && folder === home
        const found = yield* Effect.promise(() => entries.list(folder, MOST_ENTRIES))
        const isShown = (name: string): boolean => !name.startsWith('.') || (hidden && !isTop)
        const shown = found.entries.filter(({ name, isFolder }) => isShown(name) && (isFolder || files))
        const inside = yield* Effect.filter(shown, ({ leadsTo }) =>
          leadsTo === null ? Effect.succeed(true) : Effect.isSuccess(confinement.inside(caller, leadsTo)),
        )
        const listed = [...inside.filter(({ isFolder }) => isFolder), ...inside.filter(({ isFolder }) => !isFolder)]
        return {
          path: folder,
          parent: isTop || folder === '/' ? null : yield* parentOf(caller, folder),
          home,
          ...(hostHome === undefined ? {} : { hostHome }),
          entries: listed.map(({ name, mtime, isFolder }) => ({
            name,
            path: folder === '/' ? `/${name}` : `${folder}/${name}`,
            mtime,
            ...(isFolder ? {} : { file: true as const }),
          })),
          truncated: found.truncated,
        }
      }),

    /** Creates a folder in an existing one, and returns its path. */
    make: (parent: unknown, name: unknown, caller: Caller) =>
      Effect.gen(function* () {
        const folder = yield* existing(parent, caller)
        if (!isFolderName(name))
          return yield* Effect.fail(reject('EBADNAME', 'name: must name one folder', { fields: { field: 'name' } }))
        const made = yield* Effect.promise(() => entries.make(folder, name))
        if (made === 'exists') return yield* Effect.fail(reject('EEXISTS', `${name} exists already`))
        if (made !== 'made') return yield* Effect.fail(missing())
        return folder === '/' ? `/${name}` : `${folder}/${name}`
      }),
  }

  function parentOf(caller: Caller, folder: string) {
    const above = folder.slice(0, folder.lastIndexOf('/')) || '/'
    return Effect.match(confinement.inside(caller, above), { onSuccess: () => above, onFailure: () => null })
  }
}

export type BrowseCommands = ReturnType<typeof browseCommands>
