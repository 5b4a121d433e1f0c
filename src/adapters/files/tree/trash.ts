import { mkdir, realpath, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as Option from 'effect/Option'
import type { Root, TrashItem, TrashPlace } from '../../../commands/ports/folder-files.js'
import { readSegments, type Segments } from '../../../domain/files/path.js'
import { isExpired, readTrashRecord, type TrashRecord } from '../../../domain/files/trash.js'
import { parseBounded } from '../../../domain/json/depth.js'
import { isRejection } from '../../../domain/rejection.js'
import type { Instant } from '../../../domain/time.js'
import { readText } from '../regular-file.js'
import { copyTree, count } from './copy.js'
import { exists, factsOf, inFolder, namesIn, type OpenFolder } from './folder.js'
import { atPath, inPath, type Located } from './locate.js'
import { moveTo, type Spot } from './place.js'
import { badPath, existing, type FileRejection, missing } from './rejection.js'
import { removeTree } from './remove.js'
import { counter } from './walk.js'

const RECORD = /^([0-9A-HJKMNP-TV-Z]{26})\.json$/
/** Bytes of what is known about an item: its path may have 4096. */
const MAX_RECORD = 64 * 1024

const nothingLeftOut = (): boolean => false

/** Moves an entry, also to another file system, where it is copied and then deleted. */
export const moveAcross = async (from: Located, to: Spot, temporary: string): Promise<number> => {
  try {
    await moveTo(from, to)
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  const counted = counter()
  await count(from, counted, nothingLeftOut)
  const { skipped, bytes } = counted.plan()
  // What cannot be copied would be lost.
  if (skipped.length > 0) throw badPath(`${skipped[0]} cannot be moved to another file system`)
  await copyTree(from, to, temporary, nothingLeftOut)
  await removeTree(from.folder, from.name)
  return bytes
}

/** Returns what moves entries to the trash and back. Its folder may be one that a user can change. */
export const trashFolders = (newId: () => string, now: () => Instant) => {
  /** Runs work in a trash. Null if it is missing, or if a link is in its place. */
  const inTrash = async <A>(path: string, work: (trash: OpenFolder) => Promise<A>): Promise<A | null> => {
    const parent = await realpath(dirname(path)).catch(() => null)
    return parent === null ? null : inFolder(join(parent, basename(path)), work)
  }

  const itemsIn = async (trash: OpenFolder): Promise<readonly TrashItem[]> => {
    const names = await namesIn(trash)
    const known = new Set(names.map(({ text }) => text))
    return names.flatMap(({ text }) => {
      const id = RECORD.exec(text)?.[1]
      const record = id === undefined || !known.has(id) ? null : recordAt(join(trash.at, text))
      return id === undefined || record === null ? [] : [{ id, ...record }]
    })
  }

  return {
    /** Moves an entry to the trash, and returns its id there. */
    discard: async (entry: Located, { into, lane, session }: TrashPlace): Promise<string | FileRejection> => {
      const facts = await factsOf(entry.folder, entry.name)
      if (facts === null) return missing(entry.path)
      await mkdir(into, { recursive: true, mode: 0o700 })
      const id = newId()
      const { name, path } = entry
      const record: TrashRecord = { name, path, laneId: lane, session, isDir: facts.isDirectory(), deletedAt: now() }
      const moved = await inTrash(into, async (trash) => {
        const beside = join(trash.at, `${id}.json`)
        await writeFile(beside, JSON.stringify(record), { flag: 'wx', mode: 0o600 })
        try {
          await moveAcross(entry, { folder: trash, name: id }, `.${id}`)
        } catch (error) {
          await unlink(beside)
          throw error
        }
        return id
      })
      return moved ?? badPath('a link is in the place of the trash')
    },

    list: async (path: string): Promise<readonly TrashItem[]> => {
      const items = (await inTrash(path, itemsIn)) ?? []
      const at = now()
      return items.filter((item) => !isExpired(item, at)).toSorted((a, b) => b.deletedAt - a.deletedAt)
    },

    /** Moves an item back to its place, and makes the folders that are missing there. Returns its path. */
    restore: async (trashPath: string, { id, path }: TrashItem, root: Root): Promise<string | FileRejection> => {
      const segments = readSegments(path)
      if (segments === null) return badPath('it is not known where this was')
      const refused = await makeParents(root, segments)
      if (refused !== null) return refused
      return atPath(root, segments, async (target) => {
        if (await exists(target.folder, target.name)) return existing([target.name])
        const done = await inTrash(trashPath, async (trash) => {
          await moveAcross({ folder: trash, name: id, path }, target, `.switchyard-restore-${newId()}`)
          await unlink(join(trash.at, `${id}.json`))
          return path
        })
        return done ?? missing('the trash')
      })
    },

    /** Deletes items for good. Returns those that are gone. */
    purge: async (path: string, ids: readonly string[]): Promise<readonly string[]> => {
      const purged = await inTrash(path, async (trash) => {
        for (const id of ids) {
          await removeTree(trash, id)
          await removeTree(trash, `${id}.json`)
        }
        return ids
      })
      return purged ?? []
    },

    /** Returns the ids of items whose time is over. */
    expired: async (path: string): Promise<readonly string[]> => {
      const at = now()
      const items = (await inTrash(path, itemsIn)) ?? []
      return items.filter((item) => isExpired(item, at)).map(({ id }) => id)
    },
  }
}

/** Returns what is known about an item; null if somebody else wrote it. */
const recordAt = (path: string): TrashRecord | null => {
  try {
    const text = readText(path, MAX_RECORD)
    return text === null ? null : Option.getOrNull(readTrashRecord(parseBounded(text)))
  } catch {
    return null
  }
}

const makeParents = async (root: Root, segments: Segments): Promise<FileRejection | null> => {
  for (let depth = 1; depth < segments.length; depth++) {
    const made = await atPath(root, segments.slice(0, depth), async ({ folder, name }) => {
      if (!(await exists(folder, name))) await mkdir(join(folder.at, name))
    })
    if (isRejection(made)) return made
  }
  const parent = await inPath(root, segments.slice(0, -1), async () => undefined)
  return isRejection(parent) ? parent : null
}
