import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE, openReader } from './open.js'
import { takeWriterLock } from './writer-lock.js'

/**
 * Whether a data directory was set up for server mode, and not turned off since. It is read from the log before a start opens
 * anything, because a start that is refused must write nothing. False while somebody else writes the directory, which a start finds
 * out itself.
 */
export const isSetUpForServer = (dataDir: string): boolean => {
  const database = join(dataDir, DATABASE_FILE)
  if (!existsSync(database)) return false
  let lock: ReturnType<typeof takeWriterLock>
  try {
    lock = takeWriterLock(dataDir)
  } catch {
    return false
  }
  const [log, index] = [`${database}-wal`, `${database}-shm`]
  const hadLog = existsSync(log)
  try {
    return lastMode(database) === 'server-mode-entered'
  } finally {
    // A reader leaves empty files of the write-ahead log behind. The lock says that nobody else uses them.
    if (!hadLog && existsSync(log) && statSync(log).size === 0)
      for (const file of [log, index]) rmSync(file, { force: true })
    lock.release()
  }
}

const lastMode = (database: string): string | undefined => {
  const connection = openReader(database)
  try {
    return connection
      .prepare<[], string>(
        `select type from log join stream on stream.id = log.stream
         where stream.name = 'service' and type in ('server-mode-entered', 'server-mode-left') order by position desc limit 1`,
      )
      .pluck()
      .get()
  } finally {
    connection.close()
  }
}
