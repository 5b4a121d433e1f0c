import { closeSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, openRegular, readBytes } from '../files/regular-file.js'

/** The index of a working directory at one time. */
export interface KeptIndex {
  readonly path: string
  /** Null if there was none. */
  readonly content: { readonly bytes: Buffer; readonly mode: number; readonly mtimeMs: number } | null
}

/** Reads the index of a git directory. */
export const keepIndex = (own: string): KeptIndex => {
  const path = join(own, 'index')
  const opened = openRegular(path)
  if (opened === null) return { path, content: null }
  try {
    const { size, mode, mtimeMs } = opened.stats
    return { path, content: { bytes: bytesOf(opened.fd, size), mode: mode & 0o777, mtimeMs } }
  } finally {
    closeSync(opened.fd)
  }
}

/** Writes an index back, under git's own lock. Returns false if another program has that lock. */
export const restoreIndex = ({ path, content }: KeptIndex): boolean => {
  const lock = `${path}.lock`
  try {
    writeFileSync(lock, content?.bytes ?? '', { flag: 'wx', mode: content?.mode ?? 0o600 })
  } catch {
    return false
  }
  try {
    if (content === null) rmSync(path, { force: true })
    else if (readBytes(path, content.bytes.length)?.equals(content.bytes) !== true) {
      // Git compares a file with its content if it is not older than the index: rounded down, none is missed.
      const seconds = Math.floor(content.mtimeMs / 1000)
      utimesSync(lock, seconds, seconds)
      renameSync(lock, path)
    }
    return true
  } finally {
    rmSync(lock, { force: true })
  }
}
