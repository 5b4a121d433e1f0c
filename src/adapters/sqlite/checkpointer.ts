import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'

const ENTRY = import.meta.url.endsWith('.ts') ? './checkpoint-worker.dev.mjs' : './checkpoint-worker.js'

// The thread only ever runs one statement.
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

const EVERY_MS = 500
/** A reader can hold the passive checkpoint back for long; beyond this the writer itself makes room. */
const TOO_LONG_BYTES = 256 * 1024 * 1024

/** So many events the writer may copy itself without anybody noticing. */
const FEW_EVENTS = 256
/** An import lets the checkpoint catch up after so many: the log can then be written from its beginning again. */
const MANY_EVENTS = 20_000

export interface Checkpointer {
  /** So many events were committed. */
  readonly committed: (events: number) => void
  /** Copies what there is; resolves when that is done, or cannot be. */
  readonly copy: () => Promise<void>
  /** Resolves when there is room for much more: what can wait, waits here. */
  readonly room: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The one checkpointer of a database: in a thread of its own, shortly after something was written. */
export const openCheckpointer = (connection: Database.Database, file: string): Checkpointer => {
  connection.pragma('wal_autocheckpoint = 0')
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData: { file }, resourceLimits: MEMORY })
  let uncopied = 0
  let sinceBeginning = 0
  const waiting: (() => void)[] = []
  let busy = false
  let failed = false
  worker.on('message', () => {
    busy = false
    // The few pages that came meanwhile: once nothing is left the log is written from its beginning again, and a commit
    // that overwrites syncs in two thirds of the time of one that makes the file longer.
    if (uncopied <= FEW_EVENTS && isWhole(connection.pragma('wal_checkpoint(PASSIVE)'))) sinceBeginning = 0
    for (const resolve of waiting.splice(0)) resolve()
  })
  worker.on('error', () => {
    failed = true
    for (const resolve of waiting.splice(0)) resolve()
    connection.pragma('wal_autocheckpoint = 1000')
  })
  const copy = (): void => {
    if ((uncopied === 0 && waiting.length === 0) || busy || failed) return
    uncopied = 0
    busy = true
    if (sizeOf(`${file}-wal`) > TOO_LONG_BYTES) connection.pragma('wal_checkpoint(RESTART)')
    worker.postMessage('checkpoint')
  }
  const timer = setInterval(copy, EVERY_MS)
  timer.unref()
  worker.unref()
  return {
    committed: (events) => {
      uncopied += events
      sinceBeginning += events
    },
    copy: () =>
      new Promise<void>((resolve) => {
        if (failed) return resolve()
        waiting.push(resolve)
        copy()
        return undefined
      }),
    room: async () => {
      while (sinceBeginning > MANY_EVENTS && !failed) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          copy()
        })
      }
    },
    close: async () => {
      failed = true
      clearInterval(timer)
      for (const resolve of waiting.splice(0)) resolve()
      await worker.terminate()
    },
  }
}

/** Whether a checkpoint has copied all there is. */
const isWhole = (result: unknown): boolean => {
  const [row] = result as readonly { readonly log: number; readonly checkpointed: number }[]
  return row !== undefined && row.log === row.checkpointed
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
