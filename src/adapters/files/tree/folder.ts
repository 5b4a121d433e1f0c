import { constants } from 'node:fs'
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants
const FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK

/** A folder that is held open. */
export interface OpenFolder {
  /** A path that stays this folder, whatever its own path is replaced by. */
  readonly at: string
  /** Its own path when it was opened, without links. */
  readonly real: string
}

/**
 * Runs work in a folder, which is held open. Null if it is missing, or if its path contains a link. Without `/proc`, the path is
 * checked after the folder is opened, and the work gets the path itself.
 */
export const inFolder = async <A>(real: string, work: (folder: OpenFolder) => Promise<A>): Promise<A | null> => {
  const handle = await opened(real)
  if (handle === null) return null
  try {
    const at = `/proc/self/fd/${handle.fd}`
    const place = await readlink(at).catch(() => null)
    if (place !== null) return place === real ? await work({ at, real }) : null
    return (await realpath(real)) === real ? await work({ at: real, real }) : null
  } finally {
    await handle.close()
  }
}

/** The same for a folder in one that is held open. A link is not followed, and the parent cannot be replaced. */
export const inChild = async <A>(
  folder: OpenFolder,
  name: string | Buffer,
  work: (folder: OpenFolder) => Promise<A>,
): Promise<A | null> => {
  const handle = await opened(pathIn(folder, name))
  if (handle === null) return null
  try {
    const own = `/proc/self/fd/${handle.fd}`
    const path = join(folder.real, String(name))
    const isNamed = (await readlink(own).catch(() => null)) !== null
    return await work({ at: isNamed ? own : path, real: path })
  } finally {
    await handle.close()
  }
}

/** Returns the path of a name in a folder that is held open. A name may have bytes that are not UTF-8. */
export const pathIn = ({ at }: OpenFolder, name: string | Buffer): string | Buffer =>
  typeof name === 'string' ? join(at, name) : Buffer.concat([Buffer.from(`${at}/`), name])

const opened = async (path: string | Buffer) => {
  try {
    return await open(path, FLAGS)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

/** Opens a regular file in a folder that is held open; null for anything else. A link is not followed, and nothing blocks. */
export const openFile = async ({ at }: OpenFolder, name: string) => {
  let file
  try {
    file = await open(join(at, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    // ENXIO: a socket.
    if (isAbsence(error) || (error as NodeJS.ErrnoException).code === 'ENXIO') return null
    throw error
  }
  if ((await file.stat()).isFile()) return file
  await file.close()
  return null
}

/** Whether an error says that nothing, or no folder, or a link has this name. */
export const isAbsence = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Returns the facts of an entry, of a link itself; null if it is missing. */
export const factsOf = async (folder: OpenFolder, name: string) => {
  try {
    return await lstat(join(folder.at, name), { bigint: true })
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}

export const exists = async (folder: OpenFolder, name: string): Promise<boolean> =>
  (await factsOf(folder, name)) !== null

export interface Name {
  readonly text: string
  readonly bytes: Buffer
  /** Null where the name is not UTF-8, so that nothing can be done with it. */
  readonly usable: boolean
  readonly kind: 'dir' | 'file' | 'link' | 'other'
}

/** Returns the names in a folder. */
export const namesIn = async ({ at }: OpenFolder): Promise<readonly Name[]> =>
  (await readdir(at, { withFileTypes: true, encoding: 'buffer' })).map((entry) => {
    const bytes = entry.name as unknown as Buffer
    const text = bytes.toString('utf8')
    const kind = entry.isDirectory() ? 'dir' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other'
    return { text, bytes, usable: Buffer.from(text).equals(bytes), kind }
  })

/** The name of a folder, which some rules ask for. */
export const nameOf = ({ real }: OpenFolder): string => basename(real)
