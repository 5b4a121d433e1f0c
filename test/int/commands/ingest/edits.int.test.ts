import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sqliteCursors } from '../../../../src/adapters/sqlite/cursors.js'
import { openParser } from '../../../../src/adapters/transcripts/thread/parser.js'
import { erasedTranscripts } from '../../../../src/commands/ingest/erased.js'
import { readTranscript } from '../../../../src/commands/ingest/transcript.js'
import type { TranscriptParser, TranscriptRoots } from '../../../../src/commands/ports/transcripts.js'
import { TranscriptFollower } from '../../../../src/commands/reactors/transcript-follow.js'
import { ownersIn } from '../../../../src/wiring/owners.js'
import { dump, type Kernel, meaning, openKernel } from '../../../support/kernel/kernel.js'
import { EditedFiles, edits } from '../../../support/transcripts/edited-files.js'

let parser: TranscriptParser
let home: string
let roots: TranscriptRoots
beforeAll(() => {
  parser = openParser(null, () => undefined)
})
afterAll(() => parser.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchyard-edits-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A service that follows the transcripts: it reads changed files from their cursors. */
const follower = (kernel: Kernel) => {
  const errors: unknown[] = []
  const { db } = kernel.projector
  const cursors = sqliteCursors(db)
  const following = new TranscriptFollower({
    committer: kernel.committer,
    parser,
    cursors,
    erased: erasedTranscripts(kernel.committer, db, () => true),
    owners: ownersIn(home, db, cursors),
    transcriptAt: () => null,
    onError: (error) => errors.push(error),
  })
  return {
    errors,
    look: async (): Promise<void> => {
      // One file at a time, like an import: otherwise it is undefined which file reports a fact first.
      for (const file of await parser.list(roots)) {
        if (!following.isKnown(file)) following.changed(file)
        await following.idle()
      }
    },
    close: () => following.close(),
  }
}

/** A service without cursors: it reads every file completely. */
const readAgain = async (kernel: Kernel): Promise<number> => {
  const { committer, connection, projector } = kernel
  const { db } = projector
  const erased = erasedTranscripts(committer, db, () => true)
  const cursors = sqliteCursors(db)
  const read = readTranscript({ committer, parser, cursors, erased, owners: ownersIn(home, db, cursors) })
  let facts = 0
  for (const file of await parser.list(roots)) {
    connection.exec('delete from transcript_file')
    facts += (await read(file, { quiet: true, final: false })).facts
  }
  return facts
}

const logged = ({ connection }: Kernel): number =>
  (connection.prepare('select count(*) as n from log').get() as { n: number }).n

describe('transcripts with arbitrary edits', () => {
  it('give each fact of every version once, as if each version had been read completely', async () => {
    await fc.assert(
      fc.asyncProperty(edits(200), async (script) => {
        const place = mkdtempSync(join(home, 'run-'))
        roots = { claude: place, codex: place }
        const files = new EditedFiles(place)
        const [followed, reread] = [openKernel(), openKernel()]
        const following = follower(followed)
        try {
          for (const edit of [...script.slice(0, -1), ...script.slice(-1).map((last) => ({ ...last, look: true }))]) {
            files.apply(edit)
            if (!edit.look) continue
            await following.look()
            await readAgain(reread)
          }
          expect(following.errors).toEqual([])
          expect(logged(followed)).toBe(logged(reread))
          expect(logged(followed)).toBeGreaterThan(50)
          expect(meaning(followed.connection)).toEqual(meaning(reread.connection))

          const once = dump(followed.connection)
          expect(await readAgain(followed)).toBe(0)
          expect(dump(followed.connection)).toEqual(once)
          await followed.projector.rebuild(() => undefined)
          expect(dump(followed.connection)).toEqual(once)
        } finally {
          await following.close()
          await Promise.all([followed.close(), reread.close()])
        }
      }),
      { numRuns: 6, seed: 77, endOnFailure: true },
    )
  })
})
