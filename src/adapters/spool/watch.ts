import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import type { HooksNote } from '../../commands/ports/agent-cli.js'
import { type DrainReport, drainSpool, type TakeSpooled } from './drain.js'
import { takeNotes } from './notes.js'

interface SpoolWatch {
  /** Resolves when everything that was in the spool at the time of the call has been tried once. */
  readonly settled: () => Promise<void>
  /** Stops watching. Resolves when the running drain, if any, is done. */
  readonly close: () => Promise<void>
}

interface SpoolWatchOptions {
  readonly take: TakeSpooled
  /** Processes notes that commands left in the spool. */
  readonly takeNote?: (note: HooksNote) => Promise<void>
  /** Called after every drain that found something. */
  readonly onDrained?: (report: DrainReport) => void
  /** Called when the spool cannot be read. The next drain may succeed. */
  readonly onError?: (error: unknown) => void
  /** Milliseconds between polls: for file systems without notifications, and for hooks that were left. */
  readonly pollMs?: number
}

const watchedBy = (spool: string, notify: () => void): FSWatcher | null => {
  try {
    // After an error of the watcher (inotify exhausted, folder removed) the poll still works.
    return watch(spool, { persistent: false }, notify).on('error', () => undefined)
  } catch {
    return null
  }
}

/** Drains the spool now and whenever a file appears in it. */
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
  /** Starts a drain, or queues one after the running drain, which may not have seen a new file. */
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
