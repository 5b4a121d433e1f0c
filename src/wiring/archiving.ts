import { Archiver } from '../commands/reactors/archive.js'
import type { Clock } from '../commands/ports/clock.js'
import type { CursorStore } from '../commands/ports/cursors.js'
import type { TranscriptArchive } from '../commands/ports/transcripts.js'
import type { Committer } from '../events/commit.js'

const ARCHIVE_MS = 30_000

export interface ArchivingParts {
  readonly archive: TranscriptArchive
  readonly cursors: CursorStore
  readonly clock: Clock
  readonly committer: Committer
  /** Whether history is being imported. Archiving at the same time would slow it down. */
  readonly importing: () => boolean
  /** Resolves when background work may do its next step. */
  readonly turn: () => Promise<void>
  readonly complain: (line: string) => void
}

/** Starts archiving transcripts: after the import of the history, and periodically. */
export const openArchiving = ({ complain, importing, ...parts }: ArchivingParts, imported: Promise<unknown>) => {
  const archiver = new Archiver({
    ...parts,
    onError: (error, path) => complain(`${path} could not be archived: ${String(error)}`),
  })
  const look = (): Promise<void> =>
    archiver.look().catch((error: unknown) => complain(`transcripts cannot be archived: ${String(error)}`))
  const timer = setInterval(() => void (importing() ? undefined : look()), ARCHIVE_MS)
  void imported.then(look, () => undefined)
  return {
    close: (): Promise<void> => {
      clearInterval(timer)
      return archiver.close()
    },
  }
}
