import Database from 'better-sqlite3'
import { serve, threadData } from '../threads/serve.js'

/** The result of one checkpoint. */
export interface Pass {
  /** Size of the part of the write-ahead log that is in use. */
  readonly bytes: number
  /** Whether everything was copied. */
  readonly whole: boolean
}

export interface CheckpointData {
  /** The database. */
  readonly file: string
}

/** The conversation with the checkpoint thread. */
export interface CheckpointProtocol {
  readonly asks: { pass(): Pass }
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
const pageSize = connection.pragma('page_size', { simple: true }) as number

const pass = (): Pass => {
  try {
    const [row] = connection.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }]
    return { bytes: row.log * pageSize, whole: row.log === row.checkpointed }
  } catch {
    // Busy or out of space: a later checkpoint does it.
    return { bytes: 0, whole: false }
  }
}

// Every write waits until the log has room, so this thread steps back behind nobody.
serve<CheckpointProtocol>({ nice: 0, asks: { pass } })
