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
  /** Resolves when background work may do its next step. */
  readonly turn: () => Promise<void>
}

/** Returns a function that archives a transcript as far as it was read. It does nothing for an unknown file. */
export const keepCopy =
  ({ archive, cursors, committer }: Pick<ArchiveParts, 'archive' | 'cursors' | 'committer'>) =>
  async (file: Omit<TranscriptFile, 'session'>): Promise<void> => {
    // The session was erased meanwhile: a copy made now would stay.
    const known = cursors.load(file.path)
    if (known === undefined) return
    const { cursor } = known
    await archive.keep({ ...file, session: cursor.session }, cursor, true)
    await committer.submit(() => cursors.archived(file.path, cursor.offset), { quiet: true })
  }

/** A transcript not written for this long is copied completely. */
const SETTLED_AFTER = MINUTE
const AT_A_TIME = 50

/**
 * Keeps compressed copies of transcripts that were read, because the CLIs delete the originals after some weeks. It copies one
 * file at a time and pauses while hooks arrive fast: nothing waits for a copy, and the originals exist for days.
 */
export class Archiver {
  #running: Promise<void> | null = null
  #closed = false
  #close: () => void = () => undefined
  readonly #closing = new Promise<void>((resolve) => {
    this.#close = resolve
  })

  constructor(private readonly parts: ArchiveParts) {}

  /** Copies the transcripts that have settled since the last pass. */
  look(): Promise<void> {
    this.#running ??= this.#copy().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#close()
    // The caller of `look` handles the error.
    await this.#running?.catch(() => undefined)
  }

  async #copy(): Promise<void> {
    const { cursors, clock, onError, turn } = this.parts
    const keep = keepCopy(this.parts)
    const refused = new Set<string>()
    for (;;) {
      const files = cursors.unarchived(clock.now() - SETTLED_AFTER, AT_A_TIME).filter(({ path }) => !refused.has(path))
      if (files.length === 0) return
      for (const file of files) {
        await Promise.race([turn(), this.#closing])
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
