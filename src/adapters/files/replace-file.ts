import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inDirectory } from './directory-handle.js'

/** Replaces a file atomically: a reader, or a power cut, sees the old text or the new one, never a part. */
export const replaceFile = (path: string, text: string, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFileIf(path, text, mode, () => true)
}

/**
 * Replaces a file like `replaceFileIf`, at exactly this path: the directories of the path may be replaced by links at any time.
 * Returns false also if one of them is a link.
 */
export const replaceFileAt = (
  path: string,
  content: string | Uint8Array,
  mode: number,
  isExpected: () => boolean,
): boolean =>
  inDirectory(dirname(path), (directory) =>
    replaceFileIf(join(directory, basename(path)), content, mode, isExpected),
  ) ?? false

/**
 * Replaces a file in an existing directory like `replaceFile`, unless it is no longer the expected one when the new content is on
 * disk. Returns whether it was replaced.
 */
export const replaceFileIf = (
  path: string,
  content: string | Uint8Array,
  mode: number,
  isExpected: () => boolean,
): boolean => {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // The umask may have removed bits of the mode given to `openSync`.
    chmodSync(temporary, mode)
    if (!isExpected()) return false
    renameSync(temporary, path)
    return true
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Puts a symbolic link at a path like `replaceFileIf`. */
export const replaceLinkIf = (path: string, target: Buffer, isExpected: () => boolean): boolean => {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    symlinkSync(target, temporary)
    if (!isExpected()) return false
    renameSync(temporary, path)
    return true
  } finally {
    rmSync(temporary, { force: true })
  }
}
