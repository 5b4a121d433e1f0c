import { sqliteCursors } from '../../../src/adapters/sqlite/cursors.js'
import { erasedTranscripts } from '../../../src/commands/ingest/erased.js'
import { readTranscript } from '../../../src/commands/ingest/transcript.js'
import type { TranscriptParser, TranscriptRoots } from '../../../src/commands/ports/transcripts.js'
import type { PrincipalId } from '../../../src/domain/access/author.js'
import { ownersIn } from '../../../src/wiring/owners.js'
import type { Kernel } from './kernel.js'

/** Reads all transcripts under the given roots as those of one source, for a user. */
export const readAll = async (
  { committer, projector, folder }: Kernel,
  parser: TranscriptParser,
  roots: TranscriptRoots,
  source = 'local',
  by?: PrincipalId,
): Promise<void> => {
  const cursors = sqliteCursors(projector.db)
  const erased = erasedTranscripts(committer, projector.db, () => true)
  const read = readTranscript({ committer, parser, cursors, erased, owners: ownersIn(folder, projector.db, cursors) })
  try {
    const options = { quiet: true, final: true, source, ...(by === undefined ? {} : { by }) }
    for (const file of await parser.list(roots)) await read(file, options)
  } finally {
    erased.close()
  }
}
