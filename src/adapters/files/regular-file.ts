import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inDirectory } from './directory-handle.js'

/** Fills `target` from `position` on as far as the file reaches. Returns the number of bytes read. */
export type ReadAt = (target: Uint8Array, position: number) => number

interface OpenedFile {
  readonly fd: number
  readonly stats: Stats
}

/**
 * Opens a regular file for reading; null for anything else. The path may come from a hook and is untrusted: symbolic links are
 * not followed, and a FIFO or a device is refused without blocking. Only its last part: a directory of the path may be a link.
 */
export const openRegular = (path: string): OpenedFile | null => opened(path, constants.O_NOFOLLOW)

/** Opens a regular file like `openRegular`, also through links: for files of the user, who may link them. */
export const openFollowing = (path: string): OpenedFile | null => opened(path, 0)

const opened = (path: string, flags: number): OpenedFile | null => {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags)
  } catch {
    return null
  }
  const stats = fstatSync(fd)
  if (stats.isFile()) return { fd, stats }
  closeSync(fd)
  return null
}

/**
 * Opens a regular file like `openRegular`, at exactly this path: null also if any directory of the path is a link when it is
 * opened. So a path without links, which was checked before, still leads to the same place.
 */
export const openAt = (path: string): OpenedFile | null =>
  inDirectory(dirname(path), (directory) => openRegular(join(directory, basename(path))))

/** Returns the bytes of a file; null if it is missing, larger than `max` bytes, or no regular file. */
export const readBytes = (path: string, max: number, open = openRegular): Buffer | null => {
  const file = open(path)
  if (file === null) return null
  try {
    const { size } = file.stats
    return size > max ? null : bytesOf(file.fd, size)
  } finally {
    closeSync(file.fd)
  }
}

/** Returns the text of a file; null if it is missing, larger than `max` bytes, or no regular file. */
export const readText = (path: string, max: number, open = openRegular): string | null =>
  readBytes(path, max, open)?.toString('utf8') ?? null

/** Returns a positional reader of `fd` that repeats reads until the target is full or the file ends. */
export const reading =
  (fd: number): ReadAt =>
  (target, position) => {
    let filled = 0
    while (filled < target.length) {
      const read = readSync(fd, target, filled, target.length - filled, position + filled)
      if (read === 0) break
      filled += read
    }
    return filled
  }

/** Returns bytes of an open file, as far as it reaches. */
export const bytesOf = (fd: number, length: number, position = 0): Buffer => {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, reading(fd)(bytes, position))
}
