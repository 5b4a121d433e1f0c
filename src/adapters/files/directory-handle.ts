import { closeSync, constants, openSync, readdirSync, readlinkSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * Runs work in a directory, with a path that stays this directory, whatever the original path is replaced by meanwhile. Returns
 * null if the directory is missing, or if its path contains a link. Without `/proc`, the path is checked before and after the
 * directory is opened, and the work gets the original one.
 */
export const inDirectory = <A>(path: string, work: (same: string) => A): A | null => {
  let fd: number
  try {
    fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const handle = `/proc/self/fd/${fd}`
    const place = placeOf(handle)
    if (place !== null) return place === path ? work(handle) : null
    return realpathSync(path) === path ? work(path) : null
  } finally {
    closeSync(fd)
  }
}

/** Returns where an open directory is; null where the system does not tell. */
const placeOf = (handle: string): string | null => {
  try {
    return readlinkSync(handle)
  } catch {
    return null
  }
}

/**
 * Deletes what is in a directory, without leaving it through a link, whatever is replaced meanwhile. Returns false if the directory
 * is missing, or its path contains a link. Links in it are deleted, not followed.
 */
export const emptyDirectory = (path: string): boolean =>
  inDirectory(path, (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const inside = join(directory, entry.name)
      if (entry.isDirectory() && emptyDirectory(join(path, entry.name))) rmdirSync(inside)
      else rmSync(inside, { force: true })
    }
    return true
  }) ?? false
