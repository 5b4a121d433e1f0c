import { link, lstat, mkdir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenFolder } from './folder.js'

/** A name in a folder that is held open. */
export interface Spot {
  readonly folder: OpenFolder
  readonly name: string
}

const pathOf = ({ folder, name }: Spot): string => join(folder.at, name)

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Moves an entry to a free name, without replacing what has it. Fails with EEXIST if the name is taken, and with EXDEV if it is on
 * another file system.
 */
export const moveTo = async (from: Spot, to: Spot): Promise<void> => {
  const [source, target] = [pathOf(from), pathOf(to)]
  if ((await lstat(source)).isDirectory()) return moveFolder(source, target)
  try {
    await link(source, target)
  } catch (error) {
    // Some file systems have no hard links, and the kernel refuses those to files of others.
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS')) throw error
    return renameUnlessTaken(source, target)
  }
  await unlink(source)
}

/** A folder can be renamed over an empty one only, so an empty one takes the name first. */
const moveFolder = async (source: string, target: string): Promise<void> => {
  await mkdir(target)
  try {
    await rename(source, target)
  } catch (error) {
    await rmdir(target).catch(() => undefined)
    throw error
  }
}

const renameUnlessTaken = async (source: string, target: string): Promise<void> => {
  const taken = await lstat(target).catch(() => null)
  if (taken !== null) throw Object.assign(new Error('the name is taken'), { code: 'EEXIST' })
  await rename(source, target)
}
