import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import type { ReadAt } from './lines.js'

/**
 * Opens a file to read, when it is a regular one. A path can come from a hook, that is from anyone: a symbolic link is
 * not followed, and a FIFO or a device is refused without waiting for its other end.
 */
export function openRegular(path: string): { readonly fd: number; readonly stats: Stats } | null {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  const stats = fstatSync(fd)
  if (stats.isFile()) return { fd, stats }
  closeSync(fd)
  return null
}

/** Reads `fd` at a position, as often as it takes to fill the target or reach the end. */
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
