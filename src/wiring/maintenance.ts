import { spoolPath } from '../adapters/spool/drain.js'
import { forgetRefused } from '../adapters/spool/forget.js'
import type { Scrubber } from '../adapters/sqlite/scrub.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import { cleanupCommand } from '../commands/maintenance/cleanup.js'
import { eraseCommands } from '../commands/maintenance/erase.js'
import { erasures } from '../commands/maintenance/erasure.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ProcessesPort } from '../commands/ports/processes.js'
import type { ScrubPort } from '../commands/ports/scrub.js'
import type { TranscriptArchive } from '../commands/ports/transcripts.js'
import type { Config } from '../config.js'
import type { Committer } from '../events/commit.js'
import type { Reader } from '../projections/sql.js'

interface ErasingParts {
  readonly scrubbing: Scrubber
  readonly runner: CommandRunner
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly archive: TranscriptArchive
  readonly serial: Serial
  readonly config: Pick<Config, 'dataDir' | 'liveness'>
  readonly processes: Pick<ProcessesPort, 'isAlive'>
  /** Ingests the spooled hooks before anything is erased. */
  readonly spool: { readonly settled: () => Promise<void> }
}

/** Returns the commands that erase sessions from every place that may contain their data. */
export const erasingOf = (parts: ErasingParts) => {
  const { clock, db, archive, serial, config, processes } = parts
  const scrub: ScrubPort = {
    settle: parts.spool.settled,
    scrub: async (sessions) => {
      await forgetRefused(spoolPath(config.dataDir), sessions)
      if (sessions === 'all sessions') await archive.forgetAll()
      else for (const session of sessions) await archive.forget(session)
      return parts.scrubbing.scrub()
    },
  }
  const erasing = erasures({ ...parts, isAlive: (pid) => config.liveness && processes.isAlive(pid) })
  return {
    ...eraseCommands({ erasures: erasing, scrub, serial }),
    cleanup: cleanupCommand({ run: parts.runner.run, erasures: erasing, clock, db, scrub }),
  }
}
