import { MINUTE } from '../../domain/time.js'
import type { Committer } from '../../events/commit.js'
import type { Clock } from '../ports/clock.js'
import type { CursorStore } from '../ports/cursors.js'
import type { TranscriptArchive, TranscriptFile } from '../ports/transcripts.js'

export interface ArchiveParts {
  readonly archive: TranscriptArchive
  readonly cursors: CursorStore
  readonly clock: Clock
  readonly committer: Committer
  readonly onError: (error: unknown, path: string) => void
}

/** Copies a transcript as far as it was read; one that is not known, or was copied so far, stays as it is. */
export const keepCopy =
  ({ archive, cursors, committer }: Pick<ArchiveParts, 'archive' | 'cursors' | 'committer'>) =>
  async (file: Omit<TranscriptFile, 'session'>): Promise<void> => {
    // Erased meanwhile: a copy made now would stay.
    const known = cursors.load(file.path)
    if (known === undefined) return
    const { cursor } = known
    await archive.keep({ ...file, session: cursor.session }, cursor, true)
    await committer.submit(() => cursors.archived(file.path, cursor.offset), { quiet: true })
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
    const { cursors, clock, onError } = this.parts
    const keep = keepCopy(this.parts)
    const refused = new Set<string>()
    for (;;) {
      const files = cursors.unarchived(clock.now() - SETTLED_AFTER, AT_A_TIME).filter(({ path }) => !refused.has(path))
      if (files.length === 0) return
      for (const file of files) {
        if (this.#closed) return
        try {
          await keep(file)
        } catch (error) {
          refused.add(file.path)
          onError(error, file.path)
        }
      }
    }
  }
}
