import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fchmodSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

const PRIVATE = 0o600
const KEY_BYTES = 32

/** The key of the stored secrets, in a file of its own: a copy of the database without it is worthless. */
export interface KeyFile {
  /** Returns the key; null if there is none, or if the file is not a key. */
  readonly read: () => Buffer | null
  /** Returns the key, and creates it if there is no file. */
  readonly obtain: () => Buffer
}

export const keyFile = (path: string): KeyFile => {
  const read = (): Buffer | null => {
    const key = existsSync(path) ? readFileSync(path) : null
    return key?.length === KEY_BYTES ? key : null
  }
  return { read, obtain: () => read() ?? create(path) }
}

const create = (path: string): Buffer => {
  const key = randomBytes(KEY_BYTES)
  // Fails if the file exists: another key would make the stored values unreadable.
  const descriptor = openSync(path, 'wx', PRIVATE)
  try {
    fchmodSync(descriptor, PRIVATE)
    writeSync(descriptor, key)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return key
}
