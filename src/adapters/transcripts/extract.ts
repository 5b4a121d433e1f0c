import { closeSync } from 'node:fs'
import type { ReadJob, Slice } from '../../commands/ports/transcripts.js'
import { claudeStep } from '../../domain/transcript/claude.js'
import { codexStep } from '../../domain/transcript/codex.js'
import type { TotalsOf } from '../../domain/transcript/codex-usage.js'
import type { Fact } from '../../domain/transcript/facts.js'
import type { Fields } from '../../domain/transcript/json.js'
import { claudeShows, codexShows } from '../../domain/transcript/shown.js'
import { Draft } from './draft.js'
import { fingerprint } from './fingerprint.js'
import { readHead } from './head.js'
import { LineReader, type ReadAt } from './lines.js'
import { begin, type Position, restore } from './memory.js'
import { parentTotals } from './parent-totals.js'
import { openRegular, reading } from './regular-file.js'

/** Turns the unread lines of transcripts into slices of facts. */
export class Extractor {
  /** A file that is being read has a reader of its own; its buffer serves the next file. */
  private readonly idle: LineReader[] = [];

  *slices(job: ReadJob): Generator<Slice> {
    const opened = openRegular(job.file.path)
    if (opened === null) return
    const reader = this.idle.pop() ?? new LineReader()
    try {
      yield* unread(job, reading(opened.fd), opened.stats.size, reader)
    } finally {
      this.idle.push(reader)
      closeSync(opened.fd)
    }
  }
}

/** Where the last reading ended; the start, when the file is no longer the one that was read. */
function positionOf({ file, cursor }: ReadJob, readAt: ReadAt, size: number): Position {
  const same = cursor !== null && cursor.offset <= size && cursor.head === fingerprint(readAt, cursor.offset)
  const restored = same ? restore(cursor) : null
  if (restored !== null) return restored
  const head = readHead(readAt, file)
  return begin(head.session, head.clock)
}

function* unread(job: ReadJob, readAt: ReadAt, size: number, reader: LineReader): Generator<Slice> {
  const position = positionOf(job, readAt, size)
  const draft = new Draft(job, position)
  draft.addSubagent()
  const totalsOf = parentTotals(job.file.path)
  for (const line of reader.lines(readAt, position.offset)) {
    if (!draft.take(line, (value, number) => factsOf(job, position, value, number, totalsOf))) break
    if (draft.full) yield draft.cutOff(readAt)
  }
  // Of a file without a whole line it is remembered too that it was read.
  if (!draft.empty || (job.final && job.cursor === null && size > 0)) yield draft.cutOff(readAt)
}

/** What a line tells, and whether a conversation shows it. */
function factsOf(
  { file }: ReadJob,
  { session, memory, marks }: Position,
  value: Fields,
  line: number,
  totalsOf: TotalsOf,
): readonly Fact[] {
  const place = { line, session, agent: file.agent }
  if (file.provider === 'claude') {
    if (claudeShows(memory.shown, value) !== null) marks.messages++
    return claudeStep(memory.claude, value, place)
  }
  if (codexShows(memory.shown, value) !== null) marks.messages++
  return codexStep(memory.codex, value, place, totalsOf)
}
