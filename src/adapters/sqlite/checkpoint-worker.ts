import Database from 'better-sqlite3'
import { serve, threadData } from '../threads/serve.js'

export interface CheckpointData {
  /** The database. */
  readonly file: string
}

/** The conversation with the checkpoint thread. */
export interface CheckpointProtocol {
  readonly asks: { pass(): void }
  readonly streams: object
  readonly news: never
  readonly reports: never
}

/**
 * Copies the write-ahead log into the database off the main thread: a checkpoint syncs two files, which would stall every hook.
 * It is passive: it never waits for the writer or a reader and never writes a row.
 */
const connection = new Database(threadData<CheckpointData>().file, { timeout: 1000 })
connection.pragma('mmap_size = 0')
connection.pragma('synchronous = full')

const pass = (): void => {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // Busy or out of space: a later checkpoint does it.
  }
}

// Every write waits until the log has room, so this thread keeps its normal priority.
serve<CheckpointProtocol>({ nice: 0, asks: { pass } })
