import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CannotOpen } from './open.js'

/**
 * One writer per data directory. The lock is an operating system lock on an empty SQLite file. It is released when the process
 * exits for any reason, so there are no stale locks.
 */
interface WriterLock {
  readonly release: () => void
}

export const takeWriterLock = (dataDirectory: string): WriterLock => {
  const file = join(dataDirectory, 'writer.lock')
  const connection = new Database(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    connection.pragma('locking_mode = exclusive')
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    const code = (error as { code?: string }).code ?? ''
    if (!code.startsWith('SQLITE_BUSY') && !code.startsWith('SQLITE_LOCKED')) {
      throw new CannotOpen(`the data directory ${dataDirectory} cannot be locked: ${(error as Error).message}`)
    }
    const pid = holderOf(dataDirectory)
    throw new CannotOpen(
      `the data directory ${dataDirectory} is in use by ${pid === null ? 'another process' : `pid ${pid}`}`,
    )
  }
  return {
    release: () => {
      connection.close()
    },
  }
}

/** Returns the pid in the server file of a data directory; null without one. */
const holderOf = (dataDirectory: string): number | null => {
  try {
    const pid = Number(readFileSync(join(dataDirectory, 'server'), 'utf8').split('\n')[1])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}
