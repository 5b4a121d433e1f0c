import type { Committer, Tx } from '../../events/commit.js'
import type { New } from '../../events/envelope.js'
import { sessionStream } from '../../events/streams.js'
import type { CursorStore } from '../ports/cursors.js'
import type { Slice, TranscriptFile, TranscriptParser } from '../ports/transcripts.js'

export interface TranscriptParts {
  readonly committer: Committer
  readonly parser: TranscriptParser
  readonly cursors: CursorStore
}

export interface ReadOptions {
  /** History: its rows change by the thousand and are not announced one by one. */
  readonly quiet: boolean
  /** Nobody writes the file any more. */
  readonly final: boolean
}

export interface ReadReport {
  readonly bytes: number
  readonly lines: number
  readonly skipped: number
  /** Facts that were new to the log. */
  readonly facts: number
  readonly sessions: ReadonlySet<string>
}

/**
 * Takes what is unread of one transcript into the log. Facts and cursor are committed together, slice by slice; a fact
 * that is there already, from another file or an earlier reading, is recognised by its key.
 */
export const readTranscript =
  ({ committer, parser, cursors }: TranscriptParts) =>
  async (
    file: TranscriptFile,
    { quiet, final }: ReadOptions,
    onSlice?: (slice: Slice) => void,
  ): Promise<ReadReport> => {
    const appendSlice = appender(committer, cursors)
    const report = { bytes: 0, lines: 0, skipped: 0, facts: 0, sessions: new Set<string>() }
    let seen = false
    for await (const slice of parser.read({ file, cursor: cursors.load(file.path)?.cursor ?? null, final })) {
      seen = true
      report.facts += await appendSlice(slice, file, quiet)
      report.bytes += slice.bytes
      report.lines += slice.lines
      report.skipped += slice.skipped
      report.sessions.add(slice.session)
      onSlice?.(slice)
    }
    // Touched without a new line: remember its new stamp, or every start would open it again.
    if (!seen) await committer.submit(() => restamp(cursors, file), { quiet: true })
    return report
  }

// Little enough that a hook between two units waits for a few milliseconds.
const FACTS_PER_UNIT = 64

/** Appends the facts of a slice in small units; the cursor moves with the last of them. Resolves to how many were new. */
const appender =
  (committer: Committer, cursors: CursorStore) =>
  async (slice: Slice, file: TranscriptFile, quiet: boolean): Promise<number> => {
    const { facts } = slice
    const units: Promise<number>[] = []
    for (let from = 0; from === 0 || from < facts.length; from += FACTS_PER_UNIT) {
      const unit = facts.slice(from, from + FACTS_PER_UNIT)
      const append = (tx: Tx): number => {
        let added = 0
        for (const [i, fact] of unit.entries()) {
          if (!tx.append(sessionStream(slice.session), eventOf(slice, fact, from + i)).duplicate) added += 1
        }
        if (from + FACTS_PER_UNIT >= facts.length) cursors.save(file, slice.cursor, slice.skipped)
        return added
      }
      units.push(committer.submit(append, { quiet, events: unit.length }))
    }
    return (await Promise.all(units)).reduce((sum, added) => sum + added, 0)
  }

const restamp = (cursors: CursorStore, file: TranscriptFile): void => {
  const known = cursors.load(file.path)
  if (known !== undefined) cursors.save(file, known.cursor, 0)
}

const eventOf = (slice: Slice, fact: Slice['facts'][number], i: number): New =>
  ({
    type: fact.type,
    data: JSON.parse(fact.json) as unknown,
    json: fact.json,
    occurredAt: fact.at,
    actor: slice.provider,
    dedup: slice.keys.subarray(i * 16, i * 16 + 16),
  }) as New
