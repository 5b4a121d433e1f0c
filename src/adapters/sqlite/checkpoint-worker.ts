import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** What a pass found. */
export interface Pass {
  /** Of the write-ahead log, as far as it is in use. */
  readonly bytes: number
  /** Whether all of it was copied. */
  readonly whole: boolean
}

/**
 * Copies the write-ahead log into the database off the main thread: a checkpoint syncs two files, which would stall every
 * hook. Passive: it never waits for the writer or a reader and never writes a row.
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
    // Busy or out of space: the next one, or the one at the end, does it.
    return { bytes: 0, whole: false }
  }
}

parentPort?.on('message', () => parentPort?.postMessage(pass()))
