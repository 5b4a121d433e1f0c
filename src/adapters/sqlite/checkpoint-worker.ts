import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** The result of one checkpoint. */
export interface Pass {
  /** Size of the part of the write-ahead log that is in use. */
  readonly bytes: number
  /** Whether everything was copied. */
  readonly whole: boolean
}

/**
 * Copies the write-ahead log into the database off the main thread: a checkpoint syncs two files, which would stall every hook.
 * It is passive: it never waits for the writer or a reader and never writes a row.
 */
const connection = new Database((workerData as { readonly file: string }).file, { timeout: 1000 })
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

parentPort?.on('message', () => parentPort?.postMessage(pass()))
