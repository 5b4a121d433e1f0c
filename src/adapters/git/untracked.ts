import { closeSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { patchOfNewFile } from '../../domain/git/diff.js'
import { openRegular, reading } from '../files/regular-file.js'

/** Git decides by the same number of bytes whether a file is binary. */
const SNIFFED = 8000
const MAX_BYTES = 1024 * 1024

/** An untracked file, as a diff would show it after `git add`. */
interface NewFile {
  /** Null for a binary or large file. */
  readonly added: number | null
  readonly binary: boolean
  /** Null for a large file. */
  readonly patch: string | null
}

const UNREADABLE: NewFile = { added: null, binary: false, patch: null }

/** Reads an untracked file. A symbolic link is not followed: its content is where it leads. */
export const readNewFile = (dir: string, path: string): NewFile => {
  const bytes = contentOf(join(dir, path))
  if (bytes === null) return UNREADABLE
  if (bytes.subarray(0, SNIFFED).includes(0)) return { added: null, binary: true, patch: '' }
  const text = bytes.toString('utf8')
  const added = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { added, binary: false, patch: patchOfNewFile(text) }
}

const contentOf = (path: string): Buffer | null => {
  try {
    if (lstatSync(path).isSymbolicLink()) return Buffer.from(readlinkSync(path))
    const opened = openRegular(path)
    if (opened === null) return null
    try {
      const { size } = opened.stats
      if (size > MAX_BYTES) return null
      const bytes = Buffer.alloc(size)
      return bytes.subarray(0, reading(opened.fd)(bytes, 0))
    } finally {
      closeSync(opened.fd)
    }
  } catch {
    return null
  }
}
