import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Fills `target` from `position` on as far as the file reaches. Returns the number of bytes read. */
export type ReadAt = (target: Uint8Array, position: number) => number

/**
 * Opens a regular file for reading; null for anything else. The path may come from a hook and is untrusted: symbolic links are
 * not followed, and a FIFO or a device is refused without blocking.
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
