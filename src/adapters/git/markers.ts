import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { hasConflictMarkers } from '../../domain/git/conflict-markers.js'
import { openRegular, reading } from '../files/regular-file.js'

/** Larger files are not text that anyone merges by hand. */
const MAX_BYTES = 32 * 1024 * 1024

/** Returns which files contain conflict markers. A deleted file and a symbolic link have none. */
export const withMarkers = (dir: string, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => {
    const opened = openRegular(join(dir, path))
    if (opened === null) return false
    try {
      const bytes = Buffer.alloc(Math.min(opened.stats.size, MAX_BYTES))
      return hasConflictMarkers(bytes.toString('latin1', 0, reading(opened.fd)(bytes, 0)))
    } finally {
      closeSync(opened.fd)
    }
  })
