import { lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { patchOfNewFile } from '../../domain/git/diff.js'
import { inDirectory } from '../files/directory-handle.js'
import { readBytes } from '../files/regular-file.js'

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

/**
 * Reads an untracked file. A symbolic link is not followed: its content is where it leads.
 * @param encoding with `latin1`, each character of the patch is a byte
 */
export const readNewFile = (dir: string, path: string, encoding: 'utf8' | 'latin1' = 'utf8'): NewFile => {
  const bytes = contentOf(join(dir, path))
  if (bytes === null) return UNREADABLE
  if (bytes.subarray(0, SNIFFED).includes(0)) return { added: null, binary: true, patch: '' }
  const text = bytes.toString(encoding)
  const added = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { added, binary: false, patch: patchOfNewFile(text) }
}

/** Git lists no file behind a link, so a directory of the path that is one now has been replaced. */
const contentOf = (path: string): Buffer | null =>
  inDirectory(dirname(path), (directory) => {
    const same = join(directory, basename(path))
    try {
      return lstatSync(same).isSymbolicLink() ? Buffer.from(readlinkSync(same)) : readBytes(same, MAX_BYTES)
    } catch {
      return null
    }
  })
