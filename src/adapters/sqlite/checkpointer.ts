import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'

const ENTRY = import.meta.url.endsWith('.ts') ? './checkpoint-worker.dev.mjs' : './checkpoint-worker.js'

const EVERY_MS = 500
/** A reader can hold the passive checkpoint back for long; beyond this the writer itself makes room. */
const TOO_LONG_BYTES = 256 * 1024 * 1024

/** So many events the writer may copy itself without anybody noticing. */
const FEW_EVENTS = 256

export interface Checkpointer {
  /** So many events were committed. */
  readonly committed: (events: number) => void
  readonly close: () => Promise<void>
}

/** The one checkpointer of a database: in a thread of its own, shortly after something was written. */
export const openCheckpointer = (connection: Database.Database, file: string): Checkpointer => {
  connection.pragma('wal_autocheckpoint = 0')
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData: { file } })
  let uncopied = 0
  let busy = false
  let failed = false
  worker.on('message', () => {
    busy = false
    // The few pages that came meanwhile: once nothing is left the log is written from its beginning again, and a commit
    // that overwrites syncs in two thirds of the time of one that makes the file longer.
    if (uncopied <= FEW_EVENTS) connection.pragma('wal_checkpoint(PASSIVE)')
  })
  worker.on('error', () => {
    failed = true
    connection.pragma('wal_autocheckpoint = 1000')
  })
  const timer = setInterval(() => {
    if (uncopied === 0 || busy || failed) return
    uncopied = 0
    busy = true
    if (sizeOf(`${file}-wal`) > TOO_LONG_BYTES) connection.pragma('wal_checkpoint(RESTART)')
    worker.postMessage('checkpoint')
  }, EVERY_MS)
  timer.unref()
  worker.unref()
  return {
    committed: (events) => {
      uncopied += events
    },
    close: async () => {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
