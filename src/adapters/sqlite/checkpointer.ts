import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'

const ENTRY = import.meta.url.endsWith('.ts') ? './checkpoint-worker.dev.mjs' : './checkpoint-worker.js'

const EVERY_MS = 500
/** A reader can hold the passive checkpoint back for long; beyond this the writer itself makes room. */
const TOO_LONG_BYTES = 256 * 1024 * 1024

export interface Checkpointer {
  /** Something was committed. */
  readonly dirty: () => void
  readonly close: () => Promise<void>
}

/** The one checkpointer of a database: in a thread of its own, shortly after something was written. */
export const openCheckpointer = (connection: Database.Database, file: string): Checkpointer => {
  connection.pragma('wal_autocheckpoint = 0')
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData: { file } })
  let isDirty = false
  let busy = false
  let failed = false
  worker.on('message', () => {
    busy = false
    // The few pages that came meanwhile: once nothing is left the log is written from its beginning again, and a commit
    // that overwrites syncs in two thirds of the time of one that makes the file longer.
    connection.pragma('wal_checkpoint(PASSIVE)')
  })
  worker.on('error', () => {
    failed = true
    connection.pragma('wal_autocheckpoint = 1000')
  })
  const timer = setInterval(() => {
    if (!isDirty || busy || failed) return
    isDirty = false
    busy = true
    if (sizeOf(`${file}-wal`) > TOO_LONG_BYTES) connection.pragma('wal_checkpoint(RESTART)')
    worker.postMessage('checkpoint')
  }, EVERY_MS)
  timer.unref()
  worker.unref()
  return {
    dirty: () => {
      isDirty = true
    },
    close: async () => {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
