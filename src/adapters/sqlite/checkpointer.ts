import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { programBeside } from '../threads/program.js'
import { Thread } from '../threads/worker.js'
import type { CheckpointData, CheckpointProtocol, Pass } from './checkpoint-worker.js'

// The thread only runs one statement.
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

const EVERY_MS = 500
const MB = 1024 * 1024

/** Limits of the write-ahead log, in bytes. */
interface LogLimits {
  /** Above this, restarting the log from its beginning is worth a pause. A shorter log may grow. */
  readonly long: number
  /** Above this, an import waits for the checkpoint: an unbounded log slows down every read. */
  readonly much: number
  /** Above this, the writer itself checkpoints: a long-running reader can hold back the passive checkpoint. */
  readonly tooLong: number
}

const LIMITS: LogLimits = { long: 32 * MB, much: 48 * MB, tooLong: 256 * MB }
/** After this many events an import has the log measured again. */
const MANY_EVENTS = 5000

/** The writer may copy this many events itself, unless an import wrote them: those are spread over the whole database. */
const FEW_EVENTS = 128
/** Each pass leaves only what was written while it ran, so little is left after this many. */
const PASSES = 3

export interface Checkpointer {
  /** Reports committed events; `quiet` means an import wrote them. */
  readonly committed: (events: number, quiet: boolean) => void
  /** Copies everything written so far. Resolves when that is done, or has failed. */
  readonly copy: () => Promise<void>
  /** Resolves when the log has room for many more events. Work that can be delayed waits for it. */
  readonly room: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the one checkpointer of a database. It runs in its own thread, shortly after each write. */
export const openCheckpointer = (
  connection: Database.Database,
  file: string,
  complain: (line: string) => void,
  limits = LIMITS,
  program: URL = programBeside(import.meta.url, 'checkpoint-worker'),
): Checkpointer => {
  connection.pragma('wal_autocheckpoint = 0')
  const thread = new Thread<CheckpointProtocol>({
    name: 'the checkpoint thread',
    program,
    memory: MEMORY,
    data: (): CheckpointData => ({ file }),
    whenCrashed: 'fail',
    complain,
  })
  let uncopied = 0
  let imported = false
  /** Size of the part of the log that is in use. */
  let bytes = 0
  let passes = 0
  let waiting: (() => void)[] = []
  let busy = false
  /** Whether the thread is being restarted. Meanwhile the writer copies the log itself. */
  let isDown = false
  let closed = false

  const release = (): void => {
    const released = waiting
    waiting = []
    for (const resolve of released) resolve()
  }
  /** Runs a checkpoint and returns whether everything was copied. Disk errors surface in the commits; the next pass retries. */
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
    thread.ask('pass').then(passed, down)
  }
  const passed = (done: Pass): void => {
    busy = false
    if (closed) return
    if (isDown) connection.pragma('wal_autocheckpoint = 0')
    isDown = false
    bytes = done.bytes
    if (bytes > limits.long) {
      // Once nothing is left to copy, the next commit restarts the log from its beginning. A commit that overwrites syncs in
      // two thirds of the time of one that extends the file. Hooks never stop for it. The writer copies only the last few pages
      // itself, because a checkpoint syncs two files while every hook waits.
      if (uncopied > FEW_EVENTS && passes < PASSES) return pass()
      if (uncopied === 0 && done.whole) bytes = 0
      else if (uncopied <= FEW_EVENTS && !imported && checkpoint('PASSIVE')) bytes = 0
    }
    passes = 0
    release()
    return undefined
  }
  const down = (): void => {
    busy = false
    passes = 0
    if (!closed && !isDown) connection.pragma('wal_autocheckpoint = 1000')
    isDown = true
    release()
  }
  const copy = (): void => {
    if ((uncopied === 0 && waiting.length === 0) || busy || closed) return
    if (sizeOf(`${file}-wal`) > limits.tooLong) checkpoint('RESTART')
    pass()
  }
  const copied = (): Promise<void> =>
    new Promise((resolve) => {
      if (closed) return resolve()
      waiting.push(resolve)
      copy()
      return undefined
    })
  const timer = setInterval(copy, EVERY_MS)
  timer.unref()
  return {
    committed: (events, quiet) => {
      uncopied += events
      imported ||= quiet
    },
    copy: copied,
    room: async () => {
      while ((bytes > limits.much || uncopied > MANY_EVENTS) && !isDown && !closed) await copied()
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      release()
      await thread.close()
    },
  }
}

/** Whether a checkpoint copied everything. */
const isWhole = (result: unknown): boolean => {
  const [row] = result as readonly { readonly log: number; readonly checkpointed: number }[]
  return row !== undefined && row.log === row.checkpointed
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
