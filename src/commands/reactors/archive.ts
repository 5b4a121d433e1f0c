import { MINUTE } from '../../domain/time.js'
import type { Committer } from '../../events/commit.js'
import type { Clock } from '../ports/clock.js'
import type { CursorStore } from '../ports/cursors.js'
import type { TranscriptArchive } from '../ports/transcripts.js'

export interface ArchiveParts {
  readonly archive: TranscriptArchive
  readonly cursors: CursorStore
  readonly clock: Clock
  readonly committer: Committer
  readonly onError: (error: unknown, path: string) => void
}

/** A transcript that was not written for this long is copied whole. */
const SETTLED_AFTER = MINUTE
const AT_A_TIME = 50

/**
 * Keeps compressed copies of the transcripts that were read, since the CLIs delete theirs after some weeks. One file at
 * a time and behind everything else: nobody waits for a copy, and the originals live for days yet.
 */
export class Archiver {
  #running: Promise<void> | null = null
  #closed = false

  constructor(private readonly parts: ArchiveParts) {}

  /** Copies what has settled since the last look. */
  look(): Promise<void> {
    this.#running ??= this.#copy().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async close(): Promise<void> {
    this.#closed = true
    // Whoever looked was told of a failure.
    await this.#running?.catch(() => undefined)
  }

  async #copy(): Promise<void> {
    const { archive, cursors, clock, committer, onError } = this.parts
    const refused = new Set<string>()
    for (;;) {
      const files = cursors.unarchived(clock.now() - SETTLED_AFTER, AT_A_TIME).filter(({ path }) => !refused.has(path))
      if (files.length === 0) return
      for (const file of files) {
        if (this.#closed) return
        // Erased while those before it were copied: a copy made now would stay.
        if (cursors.load(file.path) === undefined) continue
        try {
          await archive.keep({ ...file, session: file.cursor.session }, file.cursor, true)
          await committer.submit(() => cursors.archived(file.path, file.cursor.offset), { quiet: true })
        } catch (error) {
          refused.add(file.path)
          onError(error, file.path)
        }
      }
    }
  }
}
