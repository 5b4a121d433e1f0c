import { existsSync, lstatSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readIfPresent } from '../files/read-if-present.js'
import { replaceFile } from '../files/replace-file.js'
import { UnexpectedShape } from './hook-entries.js'

/** Returns the file behind a symbolic link, whether it exists or not. Writing there keeps the link. */
const targetOf = (path: string): string => {
  let target = path
  // Linux follows at most 40 links.
  for (let links = 0; links < 40; links++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new Error('too many symbolic links')
}

const backUp = (path: string, mode: number): string => {
  let number = 1
  while (existsSync(`${path}.switchyard-backup-${number}`)) number++
  const backup = `${path}.switchyard-backup-${number}`
  writeFileSync(backup, readIfPresent(path) ?? '', { flag: 'wx', mode })
  return backup
}

/** Returns the text of a settings file; empty when the file does not exist. Throws {@link UnexpectedShape} if it is no file. */
export const readSettings = (path: string): string => {
  try {
    return readIfPresent(path) ?? ''
  } catch {
    throw new UnexpectedShape('it is not a readable file')
  }
}

/** Replaces a settings file, keeping its mode and a backup of the old text. Returns the path of the backup, if any. */
export const writeSettings = (path: string, text: string): string | null => {
  const target = targetOf(path)
  const present = statSync(target, { throwIfNoEntry: false })
  const mode = present === undefined ? 0o600 : present.mode & 0o777
  const backup = present === undefined ? null : backUp(path, mode)
  replaceFile(target, text, mode)
  return backup
}
