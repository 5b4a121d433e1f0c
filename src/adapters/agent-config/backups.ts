import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../commands/ports/clock.js'
import type { ConfigBackup } from '../../commands/ports/config-writes.js'
import { readText } from '../files/regular-file.js'
import { replaceFile } from '../files/replace-file.js'

/** Copies that are kept of a file. */
const KEPT = 20
/** The file in a folder of copies that says what they are copies of. */
const OF = 'path'
const COPY = /^(\d{13})-(\d{3})$/
const MOST_BYTES = 16 * 1024 * 1024

/** Keeps copies of configuration files in the data directory: one folder for each file, one copy for each change. */
export const configBackups = (folder: string, clock: Pick<Clock, 'now'>) => {
  const folderOf = (file: string): string => join(folder, createHash('sha256').update(file).digest('hex').slice(0, 32))

  const copiesIn = (inside: string): readonly string[] => {
    try {
      return readdirSync(inside)
        .filter((name) => COPY.test(name))
        .toSorted()
        .toReversed()
    } catch {
      return []
    }
  }

  return {
    /** Keeps a copy of a file, and returns its path. */
    keep: (file: string, text: string): string => {
      const inside = folderOf(file)
      mkdirSync(inside, { recursive: true, mode: 0o700 })
      replaceFile(join(inside, OF), file, 0o600)
      const now = Math.floor(clock.now()).toString().padStart(13, '0')
      const same = copiesIn(inside).filter((name) => name.startsWith(now)).length
      const copy = join(inside, `${now}-${same.toString().padStart(3, '0')}`)
      replaceFile(copy, text, 0o600)
      for (const old of copiesIn(inside).slice(KEPT)) rmSync(join(inside, old), { force: true })
      return copy
    },

    list: (): readonly ConfigBackup[] => {
      let folders: readonly string[]
      try {
        folders = readdirSync(folder)
      } catch {
        return []
      }
      const found = folders.flatMap((name) => {
        const inside = join(folder, name)
        const file = readText(join(inside, OF), 64 * 1024)
        if (file === null) return []
        return copiesIn(inside).map((copy) => {
          const path = join(inside, copy)
          return {
            file,
            path,
            at: Number(copy.slice(0, 13)),
            size: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
          }
        })
      })
      return found.toSorted((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1))
    },

    text: ({ path }: ConfigBackup): string | null => readText(path, MOST_BYTES),
  }
}
