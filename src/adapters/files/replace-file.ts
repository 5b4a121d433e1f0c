import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file atomically: a reader, or a power cut, sees the old text or the new one, never a part. */
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
    // The umask may have removed bits of the mode given to `openSync`.
    chmodSync(temporary, mode)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
