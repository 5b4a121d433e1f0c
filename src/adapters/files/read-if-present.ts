import { statSync } from 'node:fs'
import { openFollowing, readText } from './regular-file.js'

/** More than any settings have. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Returns the text of a file of the user, or null when it does not exist. Links are followed. Throws if it cannot be read, is no
 * regular file, or is too large: reading a FIFO or a device would never end.
 */
export const readIfPresent = (path: string): string | null => {
  const text = readText(path, MAX_BYTES, openFollowing)
  if (text !== null || statSync(path, { throwIfNoEntry: false }) === undefined) return text
  throw new Error(`${path} is not a readable file of at most ${MAX_BYTES / 1024 / 1024} MB`)
}
