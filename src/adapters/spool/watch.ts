import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import type { HooksNote } from '../../commands/ports/agent-cli.js'
import { type DrainReport, drainSpool, type TakeSpooled } from './drain.js'
import { takeNotes } from './notes.js'

export interface SpoolWatch {
  /** Resolves when all that lay in the spool at the time of the call was handed over once. */
  readonly settled: () => Promise<void>
  /** Stops watching; resolves when the drain under way, if any, is done. */
  readonly close: () => Promise<void>
}

export interface SpoolWatchOptions {
  readonly take: TakeSpooled
  /** Takes what commands left word of. */
  readonly takeNote?: (note: HooksNote) => Promise<void>
  /** Told after every drain that found something. */
  readonly onDrained?: (report: DrainReport) => void
  /** Told when the spool cannot be read; the next look may succeed. */
  readonly onError?: (error: unknown) => void
  /** How often to look without being notified: for file systems that notify nobody, and hooks that were left. */
  readonly pollMs?: number
}

const watchedBy = (spool: string, notify: () => void): FSWatcher | null => {
  try {
    // An error of the watcher (inotify exhausted, folder removed) leaves the poll.
    return watch(spool, { persistent: false }, notify).on('error', () => undefined)
  } catch {
    return null
  }
}

/** Drains the spool now and whenever something appears in it. */
export const watchSpool = (
  spool: string,
  { take, takeNote, onDrained, onError, pollMs = 5000 }: SpoolWatchOptions,
): SpoolWatch => {
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null

  const drain = async (): Promise<void> => {
    try {
      const report = await drainSpool(spool, take)
      if (takeNote !== undefined) await takeNotes(spool, takeNote)
      if (report.committed + report.bad + report.left > 0) onDrained?.(report)
    } catch (error) {
      onError?.(error)
    }
  }
  const start = (): Promise<void> => {
    following = null
    running = drain().finally(() => {
      running = null
    })
    return running
  }
  /** A drain that begins after this call: a file that appears during one may not have been seen by it. */
  const look = (): Promise<void> => {
    if (running === null) return start()
    following ??= running.then(start)
    return following
  }

  const watcher = watchedBy(spool, () => void look())
  const poll = setInterval(() => void look(), pollMs).unref()
  void look()

  return {
    settled: look,
    close: async () => {
      watcher?.close()
      clearInterval(poll)
      await (following ?? running)
    },
  }
}
