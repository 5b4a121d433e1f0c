import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { programBeside } from '../threads/program.js'
import { Thread } from '../threads/worker.js'
import type { CheckpointData, CheckpointProtocol } from './checkpoint-worker.js'

// The thread only runs one statement.
const MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

const EVERY_MS = 500
/** Milliseconds without a checkpoint. The thread takes about 8 MB while nothing is written. */
const IDLE_MS = 30_000
const MB = 1024 * 1024

/** Limits of the write-ahead log, in bytes. */
interface LogLimits {
  /** Above this, the log is to restart from its beginning: background work waits for the checkpoint. A shorter log may grow. */
  readonly long: number
  /** Above this, the idle file is truncated: a long log slows down every read. */
  readonly much: number
  /** Above this, the writer copies all that the thread left, however much that is. */
  readonly tooLong: number
}

/** What a checkpoint answers, in pages. */
interface CheckpointRow {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

const LIMITS: LogLimits = { long: 32 * MB, much: 48 * MB, tooLong: 256 * MB }
/** The writer copies this many pages itself. */
const FEW_PAGES = 1000
/** Each pass leaves only what was written while it ran, so little is left after this many. */
const PASSES = 5

export interface Checkpointer {
  /** Copies everything written so far. Resolves when that is done, or has failed. */
  readonly copy: () => Promise<void>
  /** Empties the log's file, unless it is being read. Call it after `copy`: it copies the rest while hooks wait. */
  readonly truncate: () => boolean
  /** Resolves when the log has room, or a reader prevents that. Work that can be delayed waits for it. */
  readonly room: () => Promise<void>
  /** Syncs what was written so far, outside the event loop: the next commit that syncs has less to wait for. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the one checkpointer of a database. It runs in its own thread, shortly after each write, including those that are not commits. */
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
    idleMs: IDLE_MS,
    complain,
  })
  const log = `${file}-wal`
  const pageSize = connection.pragma('page_size', { simple: true }) as number
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
  /** Runs a checkpoint on the writer. Returns null if the disk refuses: that surfaces in the commits. */
  const run = (mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): CheckpointRow | null => {
    try {
      return (connection.pragma(`wal_checkpoint(${mode})`) as [CheckpointRow])[0]
    } catch {
      return null
    }
  }
  /** Returns the size of the part of the log that is in use, and how many of its pages are not copied yet. Takes no lock. */
  const measure = (): { readonly bytes: number; readonly left: number } => {
    const row = run('NOOP')
    return row === null ? { bytes: 0, left: 0 } : { bytes: row.log * pageSize, left: row.log - row.checkpointed }
  }
  const truncate = (): boolean => {
    const patience = connection.pragma('busy_timeout', { simple: true }) as number
    // Waiting for a reader would block every hook.
    connection.pragma('busy_timeout = 0')
    const row = run('TRUNCATE')
    connection.pragma(`busy_timeout = ${patience}`)
    return row?.busy === 0
  }
  const pass = (): void => {
    busy = true
    passes += 1
    thread.ask('pass').then(passed, down)
  }
  const passed = (): void => {
    busy = false
    if (closed) return
    if (isDown) connection.pragma('wal_autocheckpoint = 0')
    isDown = false
    const { bytes, left } = measure()
    if (left > 0 && bytes > limits.long) {
      // Once nothing is left to copy, the next commit restarts the log from its beginning. A commit that overwrites syncs in
      // two thirds of the time of one that extends the file. Hooks never stop for it. The writer copies only the last few pages
      // itself, because a checkpoint syncs two files while every hook waits.
      if (passes < PASSES) return pass()
      if (left <= FEW_PAGES || bytes > limits.tooLong) run('PASSIVE')
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
    if (busy || closed) return
    if (waiting.length > 0 || measure().left > 0) pass()
    else if (sizeOf(log) > limits.much) truncate()
  }
  const copied = (): Promise<void> =>
    new Promise((resolve) => {
      if (closed) return resolve()
      waiting.push(resolve)
      copy()
      return undefined
    })
  const room = async (): Promise<void> => {
    for (let before = Number.POSITIVE_INFINITY; ; await copied()) {
      const { bytes, left } = measure()
      // If a reader prevents the copying, the work continues and the log grows.
      if (isDown || closed || bytes <= limits.long || left === 0 || left >= before) return
      before = left
    }
  }
  // SQLite keeps its locks on other files: closing this one releases none.
  const sync = async (): Promise<void> => {
    const file = await open(log, 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }
  const timer = setInterval(copy, EVERY_MS)
  timer.unref()
  return {
    copy: copied,
    truncate,
    room,
    sync,
    close: async () => {
      closed = true
      clearInterval(timer)
      release()
      await thread.close()
    },
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
