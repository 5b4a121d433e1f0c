import type Database from 'better-sqlite3'
import type { Scrubbed } from '../../commands/ports/scrub.js'
import type { Checkpointer } from './checkpointer.js'
import type { Gone } from './erase.js'

/** Pages returned to the file system per step; a step takes the writer a few milliseconds. */
const PAGES = 500
const PAUSE_MS = 20
const PATIENCE_MS = 3000
const RETRY_MS = 50
const LATER_MS = 1000

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

interface ScrubParts {
  readonly connection: Database.Database
  readonly checkpointer: Checkpointer
  /** Removes erased data from what was derived from it elsewhere. */
  readonly forget: (gone: readonly Gone[]) => Promise<void>
  readonly monotonic: () => number
  readonly onError: (error: unknown) => void
}

export interface Scrubber {
  readonly erased: (gone: Gone) => void
  readonly scrub: () => Promise<Scrubbed>
  readonly close: () => Promise<void>
}

/**
 * Returns the scrubber. Deleted rows are overwritten in the database, but the write-ahead log still contains the old pages. The
 * scrubber truncates the log, which waits for readers of those pages, and retries until it succeeds. Then it returns the free
 * pages to the file system, a few at a time.
 */
export const scrubber = ({ connection, checkpointer, forget, monotonic, onError }: ScrubParts): Scrubber => {
  let gone: Gone[] = []
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let vacuuming: Promise<void> | null = null

  const empty = async (patience: number): Promise<boolean> => {
    const until = monotonic() + patience / 1000
    for (;;) {
      // The thread copies most of it, so little is left to do here.
      await checkpointer.copy()
      if (closed) return false
      if (checkpointer.truncate()) return true
      if (monotonic() >= until) return false
      await pause(RETRY_MS)
    }
  }

  const giveBack = async (): Promise<void> => {
    while (!closed && (connection.pragma('freelist_count', { simple: true }) as number) > 0) {
      connection.pragma(`incremental_vacuum(${PAGES})`)
      await checkpointer.room()
      await pause(PAUSE_MS)
    }
    if (!closed) await empty(0)
  }

  /** Has the erased data removed elsewhere; what could not be removed is tried again. */
  const forgotten = async (): Promise<boolean> => {
    if (gone.length === 0) return true
    const going = gone
    gone = []
    try {
      await forget(going)
      return true
    } catch (error) {
      gone = [...going, ...gone]
      onError(error)
      return false
    }
  }

  const everything = async (): Promise<boolean> => {
    const isForgotten = await forgotten()
    return (await empty(PATIENCE_MS)) && isForgotten
  }

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void everything()
        .catch((error: unknown) => (onError(error), false))
        .then((done) => (done || closed ? vacuum() : later()))
    }, LATER_MS).unref()
  }

  const vacuum = (): void => {
    vacuuming ??= giveBack()
      .catch(onError)
      .finally(() => {
        vacuuming = null
      })
  }

  return {
    erased: (one) => void gone.push(one),
    scrub: async () => {
      const done = await everything()
      if (done) vacuum()
      else later()
      return done ? 'done' : 'pending'
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await vacuuming
    },
  }
}
