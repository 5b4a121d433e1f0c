import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

/**
 * Copies the write-ahead log into the database off the main thread: a checkpoint syncs two files, which would stall every
 * hook. Passive: it never waits for the writer or a reader and never writes a row.
 */
const connection = new Database((workerData as { readonly file: string }).file, { timeout: 1000 })
connection.pragma('mmap_size = 0')
connection.pragma('synchronous = full')

parentPort?.on('message', () => {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // Busy or out of space: the next one, or the one at the end, does it.
  }
  parentPort?.postMessage('done')
})
