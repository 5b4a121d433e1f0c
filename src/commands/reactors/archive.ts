import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { MINUTE } from '../../domain/time.js'
import type { Committer } from '../../events/commit.js'
import { reporting } from '../kernel/reporting.js'
import type { Clock } from '../ports/clock.js'
import type { CursorStore } from '../ports/cursors.js'
import type { TranscriptArchive, TranscriptFile } from '../ports/transcripts.js'

export interface ArchiveParts {
  readonly archive: TranscriptArchive
  readonly cursors: CursorStore
  readonly clock: Clock
  readonly committer: Committer
  /** Whether history is being imported. Archiving at the same time would slow it down. */
  readonly importing: () => boolean
  /** Called with the path of a transcript that could not be archived; null when the list of them could not be read. */
  readonly onError: (error: unknown, path: string | null) => void
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
const PASSES = Schedule.spaced('30 seconds')

/**
 * Keeps compressed copies of transcripts that were read, because the CLIs delete the originals after some weeks. It copies one
 * file at a time and pauses while hooks arrive fast: nothing waits for a copy, and the originals exist for days.
 */
export const archiving = (parts: ArchiveParts): Effect.Effect<unknown> => {
  const pass = Effect.suspend(() => (parts.importing() ? Effect.void : archiveSettled(parts)))
  return Effect.repeat(reporting((error) => parts.onError(error, null))(pass), PASSES)
}

/** Copies the transcripts that have settled since the last pass. */
const archiveSettled = (parts: ArchiveParts): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { cursors, clock, onError, turn } = parts
    const keep = keepCopy(parts)
    const refused = new Set<string>()
    for (;;) {
      const files = cursors.unarchived(clock.now() - SETTLED_AFTER, AT_A_TIME).filter(({ path }) => !refused.has(path))
      if (files.length === 0) return
      for (const file of files) {
        yield* Effect.promise(turn)
        const failed = (error: unknown): void => {
          refused.add(file.path)
          onError(error, file.path)
        }
        // An interruption waits for the copy, so that no part of one is left behind.
        yield* reporting(failed)(Effect.uninterruptible(Effect.promise(() => keep(file))))
      }
    }
  })
