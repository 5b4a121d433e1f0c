import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { MirrorPort } from '../../commands/ports/mirror.js'
import { isConfined, OVERLAP } from '../../domain/remote/listing.js'
import type { Provider } from '../../domain/tools/catalog.js'

const PLACES: Readonly<Record<Provider, readonly string[]>> = {
  claude: ['claude', 'projects'],
  codex: ['codex', 'sessions'],
}
const SOURCE_ID = /^[a-z0-9_]{1,40}$/

/** Returns the folder for files fetched from other machines. */
export const mirrorsIn = (dataDir: string): string => join(dataDir, 'remote')

/** Returns the mirrors below a folder of the data directory. Paths come from another machine, so they are checked again here. */
export const fileMirror = (folder: string): MirrorPort => {
  const rootOf = (source: string): string => {
    if (!SOURCE_ID.test(source)) throw new Error(`${source} is not a source id`)
    return join(folder, source)
  }
  const pathOf = (source: string, place: Provider, path: string): string => {
    if (!isConfined(path)) throw new Error('a path points outside its folder')
    return join(rootOf(source), ...PLACES[place], path)
  }
  return {
    held: (source, place, path) => {
      const stats = lstatSync(pathOf(source, place, path), { throwIfNoEntry: false })
      return stats?.isFile() === true ? stats.size : 0
    },
    write: (source, place, { path, offset }, bytes) => {
      const target = pathOf(source, place, path)
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW
      const fd = openSync(target, flags, 0o600)
      let fits = false
      try {
        fits = goesOn(fd, offset, bytes)
        if (fits) writeSync(fd, bytes, 0, bytes.length, offset)
      } finally {
        closeSync(fd)
      }
      if (!fits) rmSync(target, { force: true })
      return fits
    },
    roots: (source) => ({ claude: join(rootOf(source), 'claude'), codex: join(rootOf(source), 'codex') }),
    remove: (source) => rmSync(rootOf(source), { recursive: true, force: true }),
  }
}

/** Returns the source that a transcript belongs to, by its path; 'local' outside the mirrors. */
export const sourceOfFile = (folder: string, path: string): string =>
  path.startsWith(folder + sep) ? (path.slice(folder.length + 1).split(sep)[0] ?? '') : 'local'

/** Whether a part continues the local file: its first bytes match the bytes there, and there is no gap. */
const goesOn = (fd: number, offset: number, bytes: Buffer): boolean => {
  const { size } = fstatSync(fd)
  if (offset > size) return false
  // A part at offset 0 replaces a file that became shorter.
  if (offset === 0 && size > bytes.length) return false
  const held = Buffer.alloc(Math.min(OVERLAP, size - offset, bytes.length))
  readSync(fd, held, 0, held.length, offset)
  return held.equals(bytes.subarray(0, held.length))
}
