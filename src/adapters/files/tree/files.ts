import { mkdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Download,
  FolderFiles,
  MakeRejection,
  ReadRejection,
  Root,
  Transferred,
  TransferRejection,
  TrashPlace,
} from '../../../commands/ports/folder-files.js'
import { type Conflict, freeName } from '../../../domain/files/conflict.js'
import { isHiddenAtHome, type Segments } from '../../../domain/files/path.js'
import { isWithin } from '../../../domain/access/territory.js'
import { isRejection, reject, type Rejection } from '../../../domain/rejection.js'
import type { Instant } from '../../../domain/time.js'
import { copyTree, count } from './copy.js'
import { exists, factsOf, openFile, type OpenFolder } from './folder.js'
import { etagOf, listing } from './list.js'
import { atPath, inPath, type Located, refusalOf } from './locate.js'
import { moveTo } from './place.js'
import { badPath, existing, type FileRejection, missing, trying } from './rejection.js'
import { moveAcross, trashFolders } from './trash.js'
import { written } from './upload.js'
import { counter } from './walk.js'
import { newPacking, type Packing, zipOf } from './zip.js'

const PART_BYTES = 256 * 1024

/** Returns the files of users, in folders that programs of theirs change at the same time. */
export const folderFiles = (newId: () => string, now: () => Instant): FolderFiles => {
  const trash = trashFolders(newId, now)
  const temporary = (): string => `.switchyard-${newId()}`

  /** Runs work on an entry that exists. */
  const at = <A>(root: Root, path: Segments, work: (entry: Located, root: Root) => Promise<A | FileRejection>) =>
    atPath(root, path, async (entry, real) =>
      (await exists(entry.folder, entry.name)) ? work(entry, real) : missing(entry.path),
    )

  /** Runs work on entries one after the other, and stops at the first that is refused. */
  const each = async (
    root: Root,
    paths: readonly Segments[],
    work: (entry: Located, root: Root) => Promise<void | FileRejection>,
  ): Promise<void | FileRejection> => {
    for (const path of paths) {
      const result = await at(root, path, work)
      if (isRejection(result)) return result
    }
  }

  /** Returns why one of the paths may never be touched; null if they all may, whether they exist or not. */
  const refusalIn = async (root: Root, paths: readonly Segments[]): Promise<FileRejection | null> => {
    for (const path of paths) {
      const result = await atPath(root, path, async () => undefined)
      if (isRejection(result) && result.code !== 'ENOTFOUND') return result
    }
    return null
  }

  /** Runs work on entries one after the other. What was done before a failure is in the rejection. */
  const inTurn = async <A>(
    root: Root,
    paths: readonly Segments[],
    work: (entry: Located, root: Root) => Promise<A | FileRejection>,
    nameOf: (done: A) => string | null,
  ): Promise<readonly A[] | FileRejection> => {
    const results: A[] = []
    for (const path of paths) {
      const result = await trying<A | FileRejection>(() => at(root, path, work) as Promise<FileRejection>)
      if (!isRejection(result)) {
        results.push(result)
        continue
      }
      const done = results.flatMap((one) => nameOf(one) ?? [])
      return done.length === 0 ? result : { ...result, fields: { ...result.fields, done } }
    }
    return results
  }

  /** Returns the name that an entry gets in a folder: null if it is to be left. */
  const nameFor = async (
    folder: OpenFolder,
    name: string,
    root: Root,
    { conflict, place, path }: { readonly conflict: Conflict; readonly place: TrashPlace; readonly path: string },
  ): Promise<string | null | FileRejection> => {
    const refused = refusalOf(root, folder, name)
    if (refused !== null) return refused
    if (!(await exists(folder, name))) return name
    if (conflict === 'skip') return null
    if (conflict === 'fail') return existing([name])
    if (conflict === 'keep') return (await freeName(name, (one) => exists(folder, one))) ?? existing([name])
    const discarded = await trash.discard({ folder, name, path }, place)
    return isRejection(discarded) ? discarded : name
  }

  /** Moves or copies entries into a folder. */
  const transfer = async (
    from: Root,
    to: Root,
    paths: readonly Segments[],
    { dest, conflict, place }: { readonly dest: Segments; readonly conflict: Conflict; readonly place: TrashPlace },
    act: (entry: Located, folder: OpenFolder, name: string) => Promise<{ bytes: number; skipped: readonly string[] }>,
  ): Promise<Transferred | FileRejection> =>
    inPath(to, dest, async (folder, target) => {
      const into = (name: string): string => [...dest, name].join('/')
      const refused = await refusalIn(from, paths)
      if (refused !== null) return refused
      if (conflict === 'fail') {
        const taken = await takenIn(folder, paths)
        if (taken.length > 0) return existing(taken)
      }
      const results = await inTurn(
        from,
        paths,
        async (entry) => {
          const source = join(entry.folder.real, entry.name)
          if (isWithin(folder.real, source)) return badPath(`${entry.path} cannot be put into itself`)
          const isSame = entry.folder.real === folder.real
          if (isSame && conflict === 'replace') return { path: null, bytes: 0, skipped: [] }
          const name = await nameFor(folder, entry.name, target, { conflict, place, path: into(entry.name) })
          if (isRejection(name)) return name
          if (name === null) return { path: null, bytes: 0, skipped: [] }
          return { path: into(name), ...(await act(entry, folder, name)) }
        },
        ({ path }) => path,
      )
      if (isRejection(results)) return results
      return {
        paths: results.flatMap(({ path }) => path ?? []),
        bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
        skipped: results.flatMap(({ skipped }) => skipped),
      }
    })

  const leftOut =
    (root: Root) =>
    (folder: OpenFolder, name: string): boolean =>
      refusalOf(root, folder, name) !== null

  const made = (root: Root, path: Segments, work: (at: string) => Promise<void>) =>
    trying<void | MakeRejection>(() =>
      atPath(root, path, async ({ folder, name }) =>
        (await exists(folder, name)) ? existing([name]) : work(join(folder.at, name)),
      ),
    )

  const packed = (root: Root, paths: readonly Segments[]) =>
    trying<Packing | ReadRejection | Rejection<'ETOOBIG'>>(async () => {
      const packing = newPacking()
      const refused = await each(root, withoutNested(paths), (entry, real) => packing.add(entry, leftOut(real)))
      return refused ?? packing
    })

  return {
    list: (root, path) =>
      trying(() =>
        inPath(root, path, (folder, real) => {
          const isTop = real.isHome && folder.real === real.path
          return listing(folder, path.join('/'), (name) => !(isTop && isHiddenAtHome(name)))
        }),
      ),

    makeFolder: (root, path) => made(root, path, (at) => mkdir(at)),
    makeFile: (root, path) => made(root, path, (at) => writeFile(at, '', { flag: 'wx' })),

    rename: (root, path, name) =>
      trying(() =>
        at(root, path, async (entry, real) => {
          const refused = refusalOf(real, entry.folder, name)
          if (refused !== null) return refused
          if (await exists(entry.folder, name)) return existing([name])
          await moveTo(entry, { folder: entry.folder, name })
          return [...path.slice(0, -1), name].join('/')
        }),
      ),

    move: (root, paths, dest, conflict, place) =>
      trying(() =>
        transfer(root, root, paths, { dest, conflict, place }, async (entry, folder, name) => ({
          bytes: await moveAcross(entry, { folder, name }, temporary()),
          skipped: [],
        })),
      ),

    copy: async (from, to, paths, dest, conflict, place) => {
      const counted = counter()
      // Before anything is written.
      const refused = await trying<void | TransferRejection>(async () => {
        const refusedFirst = await refusalIn(from, paths)
        return refusedFirst ?? each(from, withoutNested(paths), (entry, real) => count(entry, counted, leftOut(real)))
      })
      // What is missing is said when its turn comes.
      if (isRejection(refused) && refused.code !== 'ENOTFOUND') return refused
      return trying(() =>
        transfer(from, to, paths, { dest, conflict, place }, (entry, folder, name) =>
          copyTree(entry, { folder, name }, temporary(), leftOut(from)),
        ),
      )
    },

    discard: (root, paths, place) =>
      trying(() =>
        inTurn(
          root,
          paths,
          (entry) => trash.discard(entry, place),
          (id) => id,
        ),
      ),

    trashed: (folder) => trash.list(folder),
    restore: (folder, item, root) => trying(() => trash.restore(folder, item, root)),
    purge: (folder, ids) => trash.purge(folder, ids),
    sweep: async (folder) => (await trash.purge(folder, await trash.expired(folder))).length,

    upload: (root, { path, conflict, etag, stream }, place, signal) =>
      trying(() =>
        atPath(root, path, async ({ folder, name, path: shown }, real) => {
          const facts = await factsOf(folder, name)
          if (facts !== null && conflict === 'skip') return 'skipped' as const
          if (facts !== null && conflict === 'fail') return existing([name])
          if (facts?.isDirectory() === true && conflict === 'replace') return badPath(`${shown} is a folder`)
          const beside = { folder, name: temporary() }
          const bytes = await written(beside, stream, signal)
          try {
            if (etag !== null && conflict === 'replace' && (await etagAt(folder, name)) !== etag)
              return reject('ESTALE', `${shown} has changed since it was read`)
            const free = await nameFor(folder, name, real, { conflict, place, path: shown })
            if (isRejection(free)) return free
            if (free === null) return 'skipped' as const
            await moveTo(beside, { folder, name: free })
            return { path: [...path.slice(0, -1), free].join('/'), bytes }
          } finally {
            await unlink(join(folder.at, beside.name)).catch(() => undefined)
          }
        }),
      ),

    plan: async (root, paths) => {
      const found = await packed(root, paths)
      return isRejection(found) ? found : found.plan()
    },

    zip: async (root, paths) => {
      const found = await packed(root, paths)
      return isRejection(found) ? found : { plan: found.plan(), content: zipOf(root, found.entries) }
    },

    open: (root, path) =>
      trying(() =>
        at(root, path, async ({ folder, name, path: shown }): Promise<Download | FileRejection> => {
          const file = await openFile(folder, name)
          if (file === null) return badPath(`${shown} is no file`)
          return {
            name,
            size: (await file.stat()).size,
            close: () => file.close(),
            async *read(start, end) {
              try {
                for (let position = start; position <= end; ) {
                  const part = Buffer.alloc(Math.min(PART_BYTES, end - position + 1))
                  const { bytesRead } = await file.read(part, 0, part.length, position)
                  if (bytesRead === 0) return
                  yield part.subarray(0, bytesRead)
                  position += bytesRead
                }
              } finally {
                await file.close()
              }
            },
          }
        }),
      ),
  }
}

const etagAt = async (folder: OpenFolder, name: string): Promise<string | null> => {
  const facts = await factsOf(folder, name)
  return facts === null ? null : etagOf(facts)
}

const takenIn = async (folder: OpenFolder, paths: readonly Segments[]): Promise<readonly string[]> => {
  const taken: string[] = []
  const seen = new Set<string>()
  for (const path of paths) {
    const name = path.at(-1) ?? ''
    if (seen.has(name) || (await exists(folder, name))) taken.push(name)
    seen.add(name)
  }
  return taken
}

/** Without entries of folders that are also named: they are in the tree of their folder. */
const withoutNested = (paths: readonly Segments[]): readonly Segments[] => {
  const named = new Set(paths.map((path) => path.join('/')))
  return paths.filter((path, index) => {
    const isNested = path.some((_, depth) => depth > 0 && named.has(path.slice(0, depth).join('/')))
    return !isNested && paths.findIndex((other) => other.join('/') === path.join('/')) === index
  })
}
