import { constants, copyFileSync, existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readIfPresent } from './read-if-present.js'
import { replaceFile } from './replace-file.js'

/** The file behind a link, present or not: a settings file kept elsewhere stays a link when it is written. */
const targetOf = (path: string): string => {
  let target = path
  // As many links as Linux follows.
  for (let links = 0; links < 40; links++) {
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new Error('too many symbolic links')
}

const backUp = (path: string): string => {
  let number = 1
  while (existsSync(`${path}.switchyard-backup-${number}`)) number++
  const backup = `${path}.switchyard-backup-${number}`
  copyFileSync(path, backup, constants.COPYFILE_EXCL)
  return backup
}

/** The text of a settings file, empty when there is none. */
export const readSettings = (path: string): string => readIfPresent(path) ?? ''

/** Replaces a settings file, keeping its mode and a copy of what it was. Returns the path of the copy, if any. */
export const writeSettings = (path: string, text: string): string | null => {
  const target = targetOf(path)
  const present = statSync(target, { throwIfNoEntry: false })
  const backup = present === undefined ? null : backUp(path)
  replaceFile(target, text, present === undefined ? 0o600 : present.mode & 0o777)
  return backup
}
