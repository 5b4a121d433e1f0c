import { closeSync, type Stats } from 'node:fs'
import { cp, lstat, mkdir, readdir, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { ProofFilesPort, ProofPath } from '../../commands/ports/proof-files.js'
import {
  isProofName,
  isTicketGroup,
  type ProofDeletion,
  type ProofFile,
  proofTypeOf,
} from '../../domain/proof/proof.js'
import { bytesOf, openAt } from '../files/regular-file.js'
import type { Run } from '../process/run.js'
import { clearIncoming, storeImage } from './store.js'
import { thumbnailer } from './thumbnails.js'

const MAX_BYTES = 20 * 1024 * 1024
const STATS_AT_ONCE = 64
const LINK = 'proof'

/** What is asked of git: the top of a working directory, and to ignore an entry there. */
interface GitIgnore {
  readonly topOf: (dir: string) => Effect.Effect<string>
  readonly excludeAtTop: (dir: string, name: string) => Effect.Effect<void>
}

/** Returns the port for proof files. `root` is the folder with one folder for each lane; nobody else uses it. */
export const proofFiles = (root: string, { topOf, excludeAtTop }: GitIgnore, run: Run): ProofFilesPort => {
  const folderOf = (lane: number): string => join(root, String(lane))
  const smaller = thumbnailer(run)
  clearIncoming(root)
  return {
    list: (lane) => Effect.promise(() => list(folderOf(lane))),
    read: (lane, path) => Effect.promise(() => read(folderOf(lane), path)),
    thumbnail: (lane, path, width) =>
      Effect.flatMap(
        Effect.promise(() => stampOf(join(folderOf(lane), path.slug, path.group, path.file))),
        (stamp) =>
          stamp === null ? Effect.succeed(null) : smaller(`${lane} ${stamp}`, width, () => read(folderOf(lane), path)),
      ),
    remove: (lane, slug, deletion) => Effect.promise(() => remove(folderOf(lane), slug, deletion)),
    store: (lane, { slug, group }, file, image) =>
      storeImage(root, join(folderOf(lane), slug, group), file, image, MAX_BYTES),
    link: (lane, dir) =>
      Effect.gen(function* () {
        const top = yield* topOf(dir)
        const linked = yield* Effect.promise(() => converge(folderOf(lane), join(top, LINK)))
        if (linked) yield* excludeAtTop(dir, LINK)
        return linked
      }),
  }
}

/** Returns the entries of a directory; none if it is absent. Links do not count as directories. */
const entriesOf = async (path: string) => {
  if (!(await isDirectory(path))) return []
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter(({ name }) => isProofName(name))
}

const isDirectory = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isDirectory() ?? false

const list = async (folder: string): Promise<readonly ProofFile[]> => {
  const found: Omit<ProofFile, 'mtime'>[] = []
  for (const slug of (await entriesOf(folder)).filter((entry) => entry.isDirectory())) {
    // oxlint-disable-next-line no-await-in-loop -- few directories, and memory for one of them
    for (const group of (await entriesOf(join(folder, slug.name))).filter((entry) => entry.isDirectory())) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      for (const file of await entriesOf(join(folder, slug.name, group.name)))
        if (file.isFile() && proofTypeOf(file.name) !== null)
          found.push({ slug: slug.name, group: group.name, file: file.name })
    }
  }
  const files: ProofFile[] = []
  for (let i = 0; i < found.length; i += STATS_AT_ONCE) {
    const part = found.slice(i, i + STATS_AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- all at once would queue thousands of calls before those of other requests
    const times = await Promise.all(part.map((file) => mtimeOf(join(folder, file.slug, file.group, file.file))))
    for (const [j, file] of part.entries()) files.push({ ...file, mtime: times[j] ?? 0 })
  }
  return files
}

const mtimeOf = async (path: string): Promise<number> => (await lstat(path).catch(() => null))?.mtimeMs ?? 0

/** Returns what changes with the content of a file, and no other file has; null if it is missing, or a link to another. */
const stampOf = async (path: string): Promise<string | null> => {
  const stats = await lstat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() !== true ? null : [stats.dev, stats.ino, stats.mtimeNs, stats.ctimeNs, stats.size].join(' ')
}

const read = async (folder: string, { slug, group, file }: ProofPath): Promise<Uint8Array | null> => {
  const [top, real] = await Promise.all(
    [folder, join(folder, slug, group, file)].map((path) => realpath(path).catch(() => null)),
  )
  if (top === null || real === null || top === undefined || !real?.startsWith(top + sep)) return null
  const opened = openAt(real)
  if (opened === null) return null
  try {
    const { size } = opened.stats
    return size > MAX_BYTES ? null : bytesOf(opened.fd, size)
  } finally {
    closeSync(opened.fd)
  }
}

const remove = async (folder: string, slug: string, deletion: ProofDeletion): Promise<number | null> => {
  const feature = join(folder, slug)
  if (!(await isDirectory(feature))) return null
  if (deletion.of === 'images') {
    const group = join(feature, deletion.group)
    if (!(await isDirectory(group))) return 0
    const removed = await Promise.all([...new Set(deletion.images)].map((image) => removeFile(join(group, image))))
    return removed.filter(Boolean).length
  }
  const groups =
    deletion.of === 'group'
      ? [deletion.group]
      : (await entriesOf(feature)).map(({ name }) => name).filter((name) => !isTicketGroup(name))
  const counts = await Promise.all(groups.map((group) => removeGroup(join(feature, group))))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Deletes a file or a link, not what the link leads to. */
const removeFile = async (path: string): Promise<boolean> => {
  const stats: Stats | null = await lstat(path).catch(() => null)
  if (stats === null || stats.isDirectory()) return false
  await rm(path, { force: true })
  return true
}

const removeGroup = async (path: string): Promise<number> => {
  if (!(await isDirectory(path))) return (await removeFile(path)) ? 1 : 0
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  await rm(path, { recursive: true, force: true })
  return entries.filter((entry) => !entry.isDirectory()).length
}

/** Makes `path` a link to the folder, unless something is there that cannot be moved into it. */
const converge = async (folder: string, path: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(path).catch(() => null)
  if (found !== null) {
    if (!found.isDirectory() || !(await canMove(path, folder))) return false
    // oxlint-disable-next-line no-await-in-loop -- one that fails leaves the rest where it is
    for (const { name } of await readdir(path, { withFileTypes: true }))
      await move(join(path, name), join(folder, name))
    // Fails if something was written meanwhile; the next request moves it too.
    if (
      !(await rmdir(path).then(
        () => true,
        () => false,
      ))
    )
      return false
  }
  return symlink(folder, path).then(
    () => true,
    () => false,
  )
}

/** Whether all that is in a directory is features that the folder does not have. */
const canMove = async (from: string, to: string): Promise<boolean> => {
  const entries = await readdir(from, { withFileTypes: true })
  const isFree = await Promise.all(
    entries.map(({ name }) =>
      lstat(join(to, name)).then(
        () => false,
        () => true,
      ),
    ),
  )
  return entries.every((entry) => entry.isDirectory() && isProofName(entry.name)) && isFree.every(Boolean)
}

/** Moves a directory, also to another file system. */
const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const copy = `${to}.part`
    await cp(from, copy, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false })
    await rename(copy, to)
    await rm(from, { recursive: true })
  }
}
