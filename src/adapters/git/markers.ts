import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { hasConflictMarkers } from '../../domain/git/conflict-markers.js'
import { bytesOf, openAt } from '../files/regular-file.js'

/** Larger files are not text that anyone merges by hand. */
const MAX_BYTES = 32 * 1024 * 1024

/** Returns which files contain conflict markers. A deleted file and a symbolic link have none. */
export const withMarkers = (dir: string, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => {
    const opened = openAt(join(dir, path))
    if (opened === null) return false
    try {
      return hasConflictMarkers(bytesOf(opened.fd, Math.min(opened.stats.size, MAX_BYTES)).toString('latin1'))
    } finally {
      closeSync(opened.fd)
    }
  })
