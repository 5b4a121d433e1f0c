import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stringify } from 'smol-toml'
import type { Clock } from '../../commands/ports/clock.js'
import type { ConfigWritesPort, FileChange, WriteOutcome } from '../../commands/ports/config-writes.js'
import { isWithin } from '../../domain/access/territory.js'
import { inDirectory } from '../files/directory-handle.js'
import { withMemberAt } from '../files/json-member.js'
import { openAt, readText } from '../files/regular-file.js'
import { replaceFileAt } from '../files/replace-file.js'
import { configBackups } from './backups.js'

const MOST_BYTES = 64 * 1024 * 1024
/** Of files that are created: as editors do, and for the home of a tool only for its user. */
const NEW_FILE = 0o600

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the folder of a path without links, created if it is missing; null if it leads out of the root. */
const folderInside = (root: string, folder: string): string | null => {
  const top = realpathSync.native(root)
  let existing = folder
  const missing: string[] = []
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(basename(existing))
    existing = dirname(existing)
  }
  const real = join(realpathSync.native(existing), ...missing)
  if (!isWithin(real, top)) return null
  mkdirSync(real, { recursive: true })
  return realpathSync.native(real) === real ? real : null
}

/** Returns where a file is without links; null if it leads out of the root, or a link leads nowhere. */
const placeOf = ({ root, path }: FileChange): string | null => {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const full = join(root, path)
    const folder = folderInside(root, dirname(full))
    if (folder === null) return null
    const own = join(folder, basename(full))
    if (lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return own
    const real = realpathSync.native(own)
    return isWithin(real, realpathSync.native(root)) ? real : null
  } catch {
    return null
  }
}

const DENIED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Whether a file says that nobody writes it: a rename would replace it all the same, and root may write anything. */
const isReadOnly = (place: string): boolean => {
  const facts = statSync(place, { throwIfNoEntry: false })
  return facts !== undefined && (facts.mode & 0o222) === 0
}

/** Changes the configuration of the agents. Copies are in this folder. */
export const configWrites = (folder: string, clock: Pick<Clock, 'now'>): ConfigWritesPort => {
  const backups = configBackups(folder, clock)

  const textAt = (place: string): string | null => readText(place, MOST_BYTES, openAt)
  const isExpected = (place: string, expected: string | null): boolean => {
    const text = textAt(place)
    return expected === null
      ? lstatSync(place, { throwIfNoEntry: false }) === undefined
      : text !== null && digest(text) === expected
  }

  const changed = (change: FileChange, work: (place: string) => boolean): WriteOutcome => {
    const place = placeOf(change)
    if (place === null) return { is: 'refused' }
    if (!isExpected(place, change.expected)) return { is: 'stale' }
    if (isReadOnly(place)) return { is: 'denied' }
    const old = textAt(place)
    const isKept = old !== null && change.keepsCopy !== false
    const backup = isKept ? backups.keep(join(change.root, change.path), old) : null
    try {
      return work(place) ? { is: 'written', backup } : { is: 'stale' }
    } catch (error) {
      if (DENIED.has((error as NodeJS.ErrnoException).code ?? '')) return { is: 'denied' }
      throw error
    }
  }

  return {
    replace: (change, text) =>
      changed(change, (place) => {
        const mode = change.mode ?? (statSync(place, { throwIfNoEntry: false })?.mode ?? NEW_FILE) & 0o777
        return replaceFileAt(place, text, mode, () => isExpected(place, change.expected))
      }),

    remove: (change) =>
      changed(
        change,
        (place) =>
          inDirectory(dirname(place), (directory) => {
            rmSync(join(directory, basename(place)))
            return true
          }) ?? false,
      ),

    backups: backups.list,
    backupText: backups.text,

    withJson: (text, path, value) => withMemberAt(text.trim() === '' ? '{}\n' : text, path, value),

    withTable: (text, path, table) => {
      const nested = path.reduceRight<Record<string, unknown>>((inner, name) => ({ [name]: inner }), { ...table })
      const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
      return `${before}${before === '' ? '' : '\n'}${stringify(nested)}`
    },

    digest,
    size: (text) => Buffer.byteLength(text),
  }
}
