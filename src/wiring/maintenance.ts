import type { Database } from 'better-sqlite3'
import { forgetRefused } from '../adapters/spool/forget.js'
import type { Checkpointer } from '../adapters/sqlite/checkpointer.js'
import type { Gone } from '../adapters/sqlite/erase.js'
import { scrubber } from '../adapters/sqlite/scrub.js'
import { cleanupCommand } from '../commands/maintenance/cleanup.js'
import { eraseCommands } from '../commands/maintenance/erase.js'
import { erasures } from '../commands/maintenance/erasure.js'
import { Turns } from '../commands/maintenance/turns.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ScrubPort } from '../commands/ports/scrub.js'
import type { TranscriptArchive } from '../commands/ports/transcripts.js'
import type { Author } from '../domain/access/author.js'
import type { CommandRunner } from '../commands/run.js'
import type { Committer } from '../events/commit.js'
import type { Reader } from '../projections/sql.js'

interface ErasingParts {
  readonly connection: Database
  readonly checkpointer: Checkpointer
  readonly runner: CommandRunner
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly archive: TranscriptArchive
  readonly spool: string
  /** Ingests the spooled hooks. */
  readonly settleSpool: () => Promise<void>
  /** Removes erased rows from the data that the side thread derives. */
  readonly forget: (gone: readonly Gone[]) => Promise<void>
  readonly complain: (line: string) => void
}

/** Opens the commands that erase sessions from every place that may contain their data. */
export const openErasing = (parts: ErasingParts) => {
  const { connection, checkpointer, clock, db, archive, spool } = parts
  const scrubbing = scrubber({
    connection,
    checkpointer,
    forget: parts.forget,
    monotonic: clock.monotonic,
    onError: (error) => parts.complain(`deleted data could not be removed from the files yet: ${String(error)}`),
  })
  const scrub: ScrubPort = {
    settle: parts.settleSpool,
    scrub: async (sessions) => {
      await forgetRefused(spool, sessions)
      if (sessions === 'all sessions') await archive.forgetAll()
      else for (const session of sessions) await archive.forget(session)
      return scrubbing.scrub()
    },
  }
  // A running import would bring back what is cleared.
  const turns = new Turns()
  const erasing = erasures(parts)
  const commands = eraseCommands({ erasures: erasing, scrub })
  return {
    turns,
    erased: scrubbing.erased,
    commands: {
      ...commands,
      clearData: (author: Author) => turns.take(() => commands.clearData(author)),
      cleanup: cleanupCommand({ run: parts.runner.run, erasures: erasing, clock, db, scrub }),
    },
    close: scrubbing.close,
  }
}
