import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { Pass } from './checkpoint-worker.js'

const ENTRY = import.meta.url.endsWith('.ts') ? './checkpoint-worker.dev.mjs' : './checkpoint-worker.js'

// The thread only ever runs one statement.
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

const EVERY_MS = 500
const MB = 1024 * 1024

/** How long the write-ahead log may be, in bytes. */
interface LogLimits {
  /** From here on it is worth a pause to write the log from its beginning again; a shorter one may grow. */
  readonly long: number
  /** An import waits here for the checkpoint: a log without end would slow down every read. */
  readonly much: number
  /** A reader can hold the passive checkpoint back for long; beyond this the writer itself makes room. */
  readonly tooLong: number
}

const LIMITS: LogLimits = { long: 32 * MB, much: 48 * MB, tooLong: 256 * MB }
/** After so many events an import has the log measured again. */
const MANY_EVENTS = 5000

/** So many events the writer may copy itself, unless an import wrote them: those lie all over the database. */
const FEW_EVENTS = 128
/** Each pass of the thread leaves only what came while it ran: after so many it leaves little. */
const PASSES = 3

export interface Checkpointer {
  /** So many events were committed; `quiet` by an import. */
  readonly committed: (events: number, quiet: boolean) => void
  /** Copies what there is; resolves when that is done, or cannot be. */
  readonly copy: () => Promise<void>
  /** Resolves when there is room for much more: what can wait, waits here. */
  readonly room: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The one checkpointer of a database: in a thread of its own, shortly after something was written. */
export const openCheckpointer = (connection: Database.Database, file: string, limits = LIMITS): Checkpointer => {
  connection.pragma('wal_autocheckpoint = 0')
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData: { file }, resourceLimits: MEMORY })
  let uncopied = 0
  let imported = false
  /** Of the log, as far as it is in use. */
  let bytes = 0
  let passes = 0
  let waiting: (() => void)[] = []
  let busy = false
  let failed = false

  const release = (): void => {
    const released = waiting
    waiting = []
    for (const resolve of released) resolve()
  }
  /** Whether all there is was copied. Where the disk refuses the commits say so, and the next pass tries again. */
  const checkpoint = (mode: 'PASSIVE' | 'RESTART'): boolean => {
    try {
      return isWhole(connection.pragma(`wal_checkpoint(${mode})`))
    } catch {
      return false
    }
  }
  const pass = (): void => {
    uncopied = 0
    imported = false
    busy = true
    passes += 1
    worker.postMessage('pass')
  }
  worker.on('message', (done: Pass) => {
    busy = false
    bytes = done.bytes
    if (bytes > limits.long) {
      // Once nothing is left the log is written from its beginning again, and a commit that overwrites syncs in two thirds of
      // the time of one that makes the file longer. Hooks never stop for it: the few pages that came meanwhile are the
      // writer's to copy, which syncs two files while everybody waits.
      if (uncopied > FEW_EVENTS && passes < PASSES) return pass()
      if (uncopied === 0 && done.whole) bytes = 0
      else if (uncopied <= FEW_EVENTS && !imported && checkpoint('PASSIVE')) bytes = 0
    }
    passes = 0
    release()
    return undefined
  })
  worker.on('error', () => {
    failed = true
    release()
    connection.pragma('wal_autocheckpoint = 1000')
  })
  const copy = (): void => {
    if ((uncopied === 0 && waiting.length === 0) || busy || failed) return
    if (sizeOf(`${file}-wal`) > limits.tooLong) checkpoint('RESTART')
    pass()
  }
  const copied = (): Promise<void> =>
    new Promise((resolve) => {
      if (failed) return resolve()
      waiting.push(resolve)
      copy()
      return undefined
    })
  const timer = setInterval(copy, EVERY_MS)
  timer.unref()
  worker.unref()
  return {
    committed: (events, quiet) => {
      uncopied += events
      imported ||= quiet
    },
    copy: copied,
    room: async () => {
      while ((bytes > limits.much || uncopied > MANY_EVENTS) && !failed) await copied()
    },
    close: async () => {
      failed = true
      clearInterval(timer)
      release()
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
