import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file so that a reader, or a power cut, meets the old or the new text and never a part of one. */
export const replaceFile = (path: string, text: string, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // Again, since the umask took its part of the mode above.
    chmodSync(temporary, mode)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
