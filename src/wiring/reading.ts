import * as Effect from 'effect/Effect'
import { sqliteCursors } from '../adapters/sqlite/cursors.js'
import { recentHooks } from '../adapters/sqlite/recent-hooks.js'
import { openArchive } from '../adapters/transcripts/archive/archive.js'
import { openParser } from '../adapters/transcripts/thread/parser.js'
import { erasedTranscripts } from '../commands/ingest/erased.js'
import { sessionEvidence } from '../commands/ingest/session-evidence.js'
import type { Config } from '../config.js'
import { readHomes } from './homes.js'
import { openCompanions } from './companions.js'
import { held } from './held.js'
import type { Kernel } from './kernel.js'
import { ownersIn } from './owners.js'

/** Opens what every reader of transcripts needs: the parse thread, the archive, cursors, and the rules of what may be read. */
export const openReading = (
  kernel: Kernel,
  config: Pick<Config, 'dataDir' | 'mode' | 'usersRoot' | 'systemAccounts'>,
  complain: (line: string) => void,
) =>
  Effect.gen(function* () {
    const { dataDir, mode, usersRoot } = config
    const { committer, db, ready, archivePath } = kernel
    const parser = yield* held(
      () => openParser(archivePath, complain),
      (open) => open.close(),
    )
    const cursors = sqliteCursors(db)
    const erased = yield* held(
      () => erasedTranscripts(committer, db, ready),
      (open) => open.close(),
    )
    const evidence = sessionEvidence({
      mode,
      usersRoot,
      homes: readHomes(config),
      db,
      committed: committer.committed,
    })
    return {
      archive: openArchive(archivePath),
      committer,
      companions: openCompanions({ committer, parser, cursors, erased, evidence, db, complain }),
      cursors,
      erased,
      evidence,
      owners: ownersIn(dataDir, db, cursors),
      parser,
      recent: recentHooks(kernel.connection, kernel.tail),
    }
  })

export type Reading = Effect.Effect.Success<ReturnType<typeof openReading>>
